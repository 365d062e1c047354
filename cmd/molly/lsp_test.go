package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// Standard output is messages of the protocol, and nothing else; the exit code says how the editor went.
func TestLSP(t *testing.T) {
	message := func(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }
	begin := message(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"capabilities":{}}}`)
	shutdown := message(`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`)
	exit := message(`{"jsonrpc":"2.0","method":"exit"}`)
	for _, c := range []struct {
		name, in string
		code     int
		answers  int
	}{
		{"goodbye", begin + shutdown + exit, exitOK, 2},
		{"gone", begin, exitOK, 1},
		{"nothing", "", exitOK, 0},
		{"rude", begin + exit, 1, 1},
		{"noise", "molly check\n\n", exitUsage, 0},
	} {
		var out, complaints bytes.Buffer
		code := run([]string{"lsp"}, strings.NewReader(c.in), &out, &complaints)
		if code != c.code || (complaints.Len() > 0) != (code != 0) {
			t.Errorf("%s: it ends with %d, and says %q", c.name, code, complaints.String())
		}
		rest, answers := out.String(), 0
		for ; rest != ""; answers++ {
			var n int
			if _, err := fmt.Sscanf(rest, "Content-Length: %d\r\n\r\n", &n); err != nil {
				t.Fatalf("%s: %q is no message", c.name, rest)
			}
			_, body, _ := strings.Cut(rest, "\r\n\r\n")
			rest = body[n:]
		}
		if answers != c.answers {
			t.Errorf("%s: %d messages: %q", c.name, answers, out.String())
		}
	}
}
