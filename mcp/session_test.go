package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"molly/export/wire"
)

// session is a client of a server in this process, over two pipes.
func session(t *testing.T, o Options, c *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	served := make(chan error, 1)
	go func() {
		served <- Serve(context.Background(), fromClient, toClient, o)
		_ = toClient.Close()
	}()
	s, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, c).
		Connect(t.Context(), &mcp.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.Close() // Serve says whether all went well
		select {
		case err := <-served:
			if err != nil {
				t.Errorf("the server ended with %v", err)
			}
		case <-time.After(20 * time.Second):
			t.Error("the server does not end")
		}
	})
	return s
}

var bounded = Options{Version: "test", Time: time.Minute}

// call calls a tool. The result is its text, and its JSON, or that it is an error.
func call(t *testing.T, s *mcp.ClientSession, tool string, arguments map[string]any) (text string, document json.RawMessage, wrong bool) {
	t.Helper()
	r, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s %v: %v", tool, arguments, err)
	}
	if len(r.Content) != 1 {
		t.Fatalf("%s %v: %d contents", tool, arguments, len(r.Content))
	}
	if r.StructuredContent != nil {
		if document, err = json.Marshal(r.StructuredContent); err != nil {
			t.Fatal(err)
		}
	}
	return r.Content[0].(*mcp.TextContent).Text, document, r.IsError
}

// valid holds a document against the schema of a command.
func valid(t *testing.T, command string, document json.RawMessage) {
	t.Helper()
	schema, err := wire.JSONSchema(command)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("molly.json", parsed); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("molly.json")
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiled.Validate(value); err != nil {
		t.Errorf("%s: %v\n%s", command, err, document)
	}
}
