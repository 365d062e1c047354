package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"molly/internal/skeleton"
)

// An official client starts molly mcp, asks it about a file, and ends it.
func TestMCP(t *testing.T) {
	folder := t.TempDir()
	put(t, filepath.Join(folder, "lock.ded"), skeleton.Text("lock"))
	server := exec.Command("molly", "mcp")
	server.Dir, server.Stderr = folder, os.Stderr
	s, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &mcp.CommandTransport{Command: server}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "verify", Arguments: map[string]any{"files": []string{"lock.ded"}}})
	if err != nil || r.IsError || !strings.HasPrefix(r.Content[0].(*mcp.TextContent).Text, "certified: ") {
		t.Errorf("verify: %+v, %v", r, err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("the end: %v", err)
	}
	if code := server.ProcessState.ExitCode(); code != exitOK {
		t.Errorf("the exit code is %d", code)
	}
}

// All that was asked is answered, although the client has closed its stream at once.
func TestMCPPiped(t *testing.T) {
	requests := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"verify","arguments":{"files":["delivery/simple"]}}}
{"jsonrpc":"2.0","id":4,"method":"nothing/there"}
`
	for range 5 {
		var stdout, stderr bytes.Buffer
		if code := run([]string{"mcp"}, strings.NewReader(requests), &stdout, &stderr); code != exitOK || stderr.Len() > 0 {
			t.Errorf("it ends with %d: %s", code, stderr.String())
		}
		if lines := strings.Split(strings.TrimSpace(stdout.String()), "\n"); len(lines) != 4 || !strings.Contains(stdout.String(), `counterexample: delivery/simple`) {
			t.Errorf("it answers\n%s", stdout.String())
		}
	}
	var stdout, stderr bytes.Buffer
	if code := run([]string{"mcp"}, strings.NewReader("hello\n"), &stdout, &stderr); code != exitUsage || !strings.Contains(stderr.String(), "has no message of the protocol") {
		t.Errorf("it ends with %d: %s", code, stderr.String())
	}
	stderr.Reset()
	if code := run([]string{"mcp", "--timeout", "0s"}, strings.NewReader(""), &stdout, &stderr); code != exitUsage || !strings.Contains(stderr.String(), "--timeout 0s") {
		t.Errorf("it ends with %d: %s", code, stderr.String())
	}
}

// An interrupt ends it, although its input goes on.
func TestMCPInterrupt(t *testing.T) {
	waiting(t, "mcp")
}
