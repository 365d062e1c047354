package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// client is an editor of a test: it talks to a server over pipes, and remembers what the server says.
type client struct {
	t      testing.TB
	dir    string
	conn   *jsonrpc2.Conn
	server *Server
	served chan error

	mu        sync.Mutex
	changed   *sync.Cond
	texts     map[string]string // of the open documents, by URI
	versions  map[string]int
	published map[string]publishDiagnosticsParams
	later     map[string]publishDiagnosticsParams // with what evaluation found
	refreshed int
	messages  []string
	progress  []string
	registers []string
	encoding  Encoding
}

// offered is what a client says it can do.
const offered = `{"textDocument": {"publishDiagnostics": {"relatedInformation": true},
	"completion": {"completionItem": {"snippetSupport": true}}},
	"workspace": {"codeLens": {"refreshSupport": true}, "didChangeWatchedFiles": {"dynamicRegistration": true}}`

// connect starts a server and a client of it, in a folder.
func connect(t testing.TB, dir, general string) *client {
	t.Helper()
	c := begin(t, dir)
	c.initialize(os.Getpid(), general)
	return c
}

// begin starts a server and a client that has said nothing yet.
func begin(t testing.TB, dir string) *client {
	t.Helper()
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	c := &client{
		t: t, dir: dir, served: make(chan error, 1), texts: map[string]string{}, versions: map[string]int{},
		published: map[string]publishDiagnosticsParams{}, later: map[string]publishDiagnosticsParams{},
		server: newServer(context.WithoutCancel(t.Context()), Options{Version: "test"}),
	}
	c.changed = sync.NewCond(&c.mu)
	go func() {
		err := c.server.serve(newStream(toServer, fromServer))
		_ = fromServer.Close()
		c.served <- err
	}()
	c.conn = jsonrpc2.NewConn(context.WithoutCancel(t.Context()), jsonrpc2.NewBufferedStream(duplex{toClient, fromClient}, jsonrpc2.VSCodeObjectCodec{}), c)
	t.Cleanup(func() { _ = c.conn.Close() })
	return c
}

// initialize does the handshake. general are more capabilities.
func (c *client) initialize(pid int, general string) {
	c.t.Helper()
	capabilities := offered
	if general != "" {
		capabilities += `, "general": ` + general
	}
	var answer struct {
		Capabilities struct {
			PositionEncoding Encoding `json:"positionEncoding"`
		} `json:"capabilities"`
	}
	c.call("initialize", map[string]any{
		"processId": pid, "rootUri": uriOf(c.dir), "capabilities": json.RawMessage(capabilities + "}"),
	}, &answer)
	c.encoding = answer.Capabilities.PositionEncoding
	c.notify("initialized", struct{}{})
}

type duplex struct {
	io.Reader
	io.WriteCloser
}

// Handle implements jsonrpc2.Handler.
func (c *client) Handle(ctx context.Context, conn *jsonrpc2.Conn, r *jsonrpc2.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.changed.Broadcast()
	params := "null"
	if r.Params != nil {
		params = string(*r.Params)
	}
	switch r.Method {
	case "textDocument/publishDiagnostics":
		var p publishDiagnosticsParams
		if err := json.Unmarshal(*r.Params, &p); err != nil {
			c.t.Error(err)
		}
		// What evaluation finds comes later: a test that does not wait for it does not see it.
		if old, ok := c.published[p.URI]; !ok || p.Version == nil || old.Version == nil || *old.Version != *p.Version {
			c.published[p.URI] = p
		}
		c.later[p.URI] = p
	case "workspace/codeLens/refresh":
		c.refreshed++
	case "window/logMessage", "window/showMessage":
		c.messages = append(c.messages, r.Method+" "+params)
		if strings.Contains(params, "internal error") {
			c.t.Errorf("the server says %s", params)
		}
	case "$/progress":
		c.progress = append(c.progress, params)
	case "client/registerCapability":
		c.registers = append(c.registers, params)
	default:
		c.t.Errorf("the server sends %s %s", r.Method, params)
	}
	if !r.Notif {
		go func() { _ = conn.Reply(ctx, r.ID, nil) }()
	}
}

// until waits until a condition holds of what the server said.
func (c *client) until(what string, holds func() bool) {
	c.t.Helper()
	late := time.AfterFunc(20*time.Second, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.changed.Broadcast()
	})
	defer late.Stop()
	end := time.Now().Add(20 * time.Second)
	c.mu.Lock()
	defer c.mu.Unlock()
	for !holds() {
		if time.Now().After(end) {
			c.t.Fatalf("the server does not say: %s; but %q", what, c.messages)
		}
		c.changed.Wait()
	}
}

func (c *client) call(method string, params, result any) {
	c.t.Helper()
	if err := c.try(method, params, result); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

func (c *client) try(method string, params, result any) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(c.t.Context()), 30*time.Second)
	defer cancel()
	return c.conn.Call(ctx, method, params, result)
}

func (c *client) notify(method string, params any) {
	c.t.Helper()
	if err := c.conn.Notify(context.WithoutCancel(c.t.Context()), method, params); err != nil {
		c.t.Fatal(err)
	}
}

// uri is the URI of a file of the client's folder.
func (c *client) uri(file string) string { return uriOf(filepath.Join(c.dir, file)) }

// open opens a document, and waits until its diagnostics are there.
func (c *client) open(file, text string) {
	c.t.Helper()
	uri := c.uri(file)
	c.texts[uri], c.versions[uri] = text, 1
	c.mu.Lock()
	delete(c.published, uri) // of an earlier opening
	c.mu.Unlock()
	c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": uri, "languageId": "dedalus", "version": 1, "text": text,
	}})
	c.diagnosed(uri)
}

// change replaces ranges of a document, and waits until its diagnostics are there.
func (c *client) change(file string, changes ...contentChange) {
	c.t.Helper()
	uri := c.uri(file)
	c.edit(uri, changes...)
	c.diagnosed(uri)
}

// edit replaces ranges of a document. What it is then is found out in another way than the server's.
func (c *client) edit(uri string, changes ...contentChange) {
	c.versions[uri]++
	version := c.versions[uri]
	for _, x := range changes {
		c.texts[uri] = spliced(c.texts[uri], x, c.encoding)
	}
	c.notify("textDocument/didChange", didChangeParams{versionedTextDocumentIdentifier{uri, &version}, changes})
}

// diagnosed waits until the diagnostics of a document's version are there.
func (c *client) diagnosed(uri string) {
	c.t.Helper()
	c.until(fmt.Sprintf("diagnostics of %s, version %d", uri, c.versions[uri]), func() bool {
		p, ok := c.published[uri]
		return ok && p.Version != nil && *p.Version == c.versions[uri]
	})
}

// diagnostics are those of a file, as the client shows them.
func (c *client) diagnostics(file string) []Diagnostic {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.published[c.uri(file)].Diagnostics
}

// bye ends the session as the protocol wants it, and waits for the server.
func (c *client) bye() {
	c.t.Helper()
	c.call("shutdown", nil, nil)
	c.notify("exit", nil)
	select {
	case err := <-c.served:
		if err != nil {
			c.t.Errorf("the server ends with %v", err)
		}
	case <-time.After(20 * time.Second):
		c.t.Fatal("the server does not end")
	}
}

// spliced is a text with a change: a dumb twin of the server's, which counts units one by one.
func spliced(text string, x contentChange, e Encoding) string {
	if x.Range == nil {
		return x.Text
	}
	find := func(p Position) int {
		line, units := 0, 0
		for i, r := range text {
			if line == p.Line && units >= p.Character {
				return i
			}
			end := r == '\n' || r == '\r' && !strings.HasPrefix(text[i+1:], "\n")
			if line == p.Line && (r == '\n' || r == '\r') {
				return i
			}
			if line == p.Line {
				switch {
				case e == UTF8:
					units += len(string(r))
				case e == UTF16 && r > 0xFFFF:
					units += 2
				default:
					units++
				}
				if units > p.Character {
					return i // in the middle of a character
				}
			}
			if end {
				line++
			}
		}
		return len(text)
	}
	return text[:find(x.Range.Start)] + x.Text + text[find(x.Range.End):]
}
