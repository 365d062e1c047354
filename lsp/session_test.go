package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// code is the code of an error that a server answered.
func code(err error) int64 {
	var e *jsonrpc2.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return 0
}

// The handshake is as the protocol has it: what comes before it, twice or after it is refused, and what the server does
// not know is no method.
func TestHandshake(t *testing.T) {
	c := connect(t, t.TempDir(), "")
	c.until("what it watches", func() bool { return len(c.registers) > 0 })
	if c.encoding != UTF16 {
		t.Errorf("without an offer it counts in %s", c.encoding)
	}
	if got := code(c.try("initialize", map[string]any{"capabilities": map[string]any{}}, nil)); got != jsonrpc2.CodeInvalidRequest {
		t.Error("a second initialize:", got)
	}
	if got := code(c.try("textDocument/nothing", struct{}{}, nil)); got != jsonrpc2.CodeMethodNotFound {
		t.Error("an unknown method:", got)
	}
	if got := code(c.try("textDocument/hover", []int{1}, nil)); got != jsonrpc2.CodeInvalidParams {
		t.Error("parameters of another form:", got)
	}
	if got := code(c.try("textDocument/hover", documentParams{textDocumentIdentifier{c.uri("a.ded")}}, nil)); got != codeRequestFailed {
		t.Error("a document that is not open:", got)
	}
	c.notify("$/unknown", struct{}{})
	c.call("shutdown", nil, nil)
	if got := code(c.try("textDocument/hover", struct{}{}, nil)); got != jsonrpc2.CodeInvalidRequest {
		t.Error("after shutdown:", got)
	}
	c.notify("exit", nil)
	if err := <-c.served; err != nil {
		t.Error(err)
	}
	if len(c.registers) != 1 || !strings.Contains(c.registers[0], "**/*.ded") {
		t.Error("it watches", c.registers)
	}
}

// Raw messages: a session that was not begun answers nothing but that, and what is no JSON does not end it.
func TestRawMessages(t *testing.T) {
	in := framed(`{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{}}`) + framed(`{`) + framed(`{"jsonrpc":"2.0"}`) +
		strings.Replace(framed(`{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"capabilities":{}}}`), "Content-Length", "content-type: x\r\ncontent-length", 1) +
		framed(`{"jsonrpc":"2.0","method":"exit"}`)
	var out strings.Builder
	err := Serve(t.Context(), strings.NewReader(in), &out, Options{Version: "1"})
	if !errors.Is(err, ErrNoShutdown) {
		t.Error(err)
	}
	var codes []any
	rest := out.String()
	for rest != "" {
		header, body, ok := strings.Cut(rest, "\r\n\r\n")
		var n int
		if err := json.Unmarshal([]byte(strings.TrimPrefix(header, "Content-Length: ")), &n); err != nil || !ok {
			t.Fatalf("%q: %v", rest, err)
		}
		var answer struct {
			ID    any             `json:"id"`
			Error *jsonrpc2.Error `json:"error"`
		}
		if err := json.Unmarshal([]byte(body[:n]), &answer); err != nil {
			t.Fatal(err)
		}
		if answer.Error != nil {
			codes = append(codes, answer.Error.Code)
		} else {
			codes = append(codes, answer.ID)
		}
		rest = body[n:]
	}
	want := []any{int64(codeNotInitialized), int64(jsonrpc2.CodeParseError), int64(jsonrpc2.CodeInvalidRequest), 2.0}
	if len(codes) != len(want) {
		t.Fatalf("it answers %v: %s", codes, out.String())
	}
	for i := range want {
		if codes[i] != want[i] {
			t.Errorf("it answers %v, not %v", codes, want)
		}
	}
}

func framed(body string) string {
	return "Content-Length: " + string(must(json.Marshal(len(body)))) + "\r\n\r\n" + body
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// A session ends with its input, with its output, with its context, and with the process of its client.
func TestEndings(t *testing.T) {
	t.Run("input", func(t *testing.T) {
		c := connect(t, t.TempDir(), "")
		_ = c.conn.Close()
		if err := c.ends(); err != nil {
			t.Error(err)
		}
	})
	t.Run("context", func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		in, _ := io.Pipe()
		done := make(chan error, 1)
		go func() { done <- Serve(ctx, in, io.Discard, Options{}) }()
		cause := errors.New("interrupted")
		cancel(cause)
		if err := <-done; !errors.Is(err, cause) {
			t.Error(err)
		}
	})
	t.Run("output", func(t *testing.T) {
		begin := framed(`{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"capabilities":{}}}`)
		in, more := io.Pipe()
		out, closed := io.Pipe()
		_ = out.Close()
		done := make(chan error, 1)
		go func() { done <- Serve(t.Context(), in, closed, Options{}) }()
		go func() { _, _ = io.WriteString(more, begin) }()
		if err := <-done; err == nil {
			t.Error("no error")
		}
	})
	t.Run("process", func(t *testing.T) {
		editor := exec.Command("sleep", "60")
		if err := editor.Start(); err != nil {
			t.Skip(err)
		}
		c := begin(t, t.TempDir())
		c.server.pulse = 10 * time.Millisecond
		c.initialize(editor.Process.Pid, "")
		_ = editor.Process.Kill()
		_ = editor.Wait()
		if err := c.ends(); err != nil {
			t.Error(err)
		}
	})
}

// ends waits for the end of the server.
func (c *client) ends() error {
	c.t.Helper()
	select {
	case err := <-c.served:
		return err
	case <-time.After(20 * time.Second):
		c.t.Fatal("the server does not end")
	}
	return nil
}

// slow is a program of the library under a specification that takes longer to verify than the tests.
func slow(t *testing.T, dir string) string {
	t.Helper()
	if err := os.CopyFS(dir, os.DirFS("../protocols/agreement")); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "raft-election.ded"))
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{"// molly: eot=40 eff=39 crashes=2 restarts=2 delay=5 twice=yes nodes=a,b,c"}
	for _, line := range strings.Split(string(text), "\n") {
		if !strings.HasPrefix(line, "// molly:") && !strings.HasPrefix(line, "// expect:") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// A request that is cancelled ends, and says so; what runs in the background ends when nobody asks it any more.
func TestCancelling(t *testing.T) {
	dir := t.TempDir()
	c := connect(t, dir, "")
	c.open("slow.ded", slow(t, dir))
	// The lens is not known, and the session answers while it is being verified.
	time.Sleep(quiet + 100*time.Millisecond)
	var lenses []codeLens
	c.call("textDocument/codeLens", documentParams{textDocumentIdentifier{c.uri("slow.ded")}}, &lenses)
	if len(lenses) != 1 || lenses[0].Command.Title != "verifying …" {
		t.Fatal(lenses)
	}
	// A command is cancelled.
	id := jsonrpc2.ID{Str: "v", IsString: true}
	call, err := c.conn.DispatchCall(t.Context(), "workspace/executeCommand", map[string]any{
		"command": verifyCommand, "arguments": []any{target{URI: c.uri("slow.ded")}}, "workDoneToken": "token",
	}, jsonrpc2.PickID(id))
	if err != nil {
		t.Fatal(err)
	}
	c.until("progress", func() bool { return len(c.progress) == 1 && strings.Contains(c.progress[0], "begin") })
	c.notify("$/cancelRequest", map[string]any{"id": id})
	if got := code(call.Wait(t.Context(), nil)); got != codeRequestCancelled {
		t.Error("the answer to a cancelled request has the code", got)
	}
	c.until("progress", func() bool { return len(c.progress) == 2 && strings.Contains(c.progress[1], `"end"`) })
	// The question is another one: its verdict comes, which it could not if the first one were still verified.
	line := Range{Position{0, 0}, Position{1, 0}}
	c.change("slow.ded", contentChange{&line, "// molly: eot=2 eff=0 crashes=0 nodes=a,b,c\n"})
	for !strings.Contains(lenses[0].Command.Title, "under ⟨2,0,0⟩") {
		c.mu.Lock()
		seen := c.refreshed
		c.mu.Unlock()
		c.call("textDocument/codeLens", documentParams{textDocumentIdentifier{c.uri("slow.ded")}}, &lenses)
		if lenses[0].Command.Title == "verifying …" {
			c.until("a verdict", func() bool { return c.refreshed > seen })
		} else if !strings.Contains(lenses[0].Command.Title, "under ⟨2,0,0⟩") {
			t.Fatal(lenses[0].Command.Title)
		}
	}
	c.bye()
}

// A document that is no file is checked, too; a file whose name has a space or a letter with an accent is one.
func TestNamesOfDocuments(t *testing.T) {
	c := connect(t, t.TempDir(), "")
	for _, uri := range []string{"untitled:Untitled-1", "vscode-notebook-cell:/a/b.ipynb#c1", strings.Replace(c.uri("a b é.ded"), "%C3%A9", "é", 1)} {
		c.texts[uri], c.versions[uri] = "q(X) :- p(X", 1
		c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "version": 1, "text": c.texts[uri]}})
		c.diagnosed(uri)
		if list := c.published[uri].Diagnostics; len(list) != 1 || list[0].Code != "syntax" || list[0].Range.Start.Line != 0 {
			t.Errorf("%s: %v", uri, list)
		}
	}
	c.bye()
}
