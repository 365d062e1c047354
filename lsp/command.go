package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"molly"
	"molly/export/text"
)

// The commands of workspace/executeCommand.
const (
	verifyCommand = "molly.verify"
	whyCommand    = "molly.why"
	whyNotCommand = "molly.whyNot"
)

// target is the argument of every command: what it is about. docs/lsp.md says which command reads what.
type target struct {
	URI      string    `json:"uri"`
	Line     *int      `json:"line,omitempty"`
	Position *Position `json:"position,omitempty"`
	Tuple    string    `json:"tuple,omitempty"`
	Faults   *string   `json:"faults,omitempty"`
	Show     bool      `json:"show,omitempty"`
}

// commands are what workspace/executeCommand executes: each returns a text.
var commands = map[string]func(*request, target) (string, error){
	verifyCommand: (*request).verify,
	whyCommand:    (*request).why,
	whyNotCommand: (*request).whyNot,
}

func commandNames() []string { return slices.Sorted(maps.Keys(commands)) }

// execute executes a command. Where its argument says show, the client shows the text, because the editor drops what a
// lens or an action returns.
func (q *request) execute(p executeCommandParams) (string, error) {
	command := commands[p.Command]
	if command == nil {
		return "", invalid("there is no command %s", p.Command)
	}
	var t target
	if len(p.Arguments) != 1 {
		return "", invalid("%s takes one argument, such as {\"uri\": \"file:///a.ded\"}", p.Command)
	}
	if err := json.Unmarshal(p.Arguments[0], &t); err != nil {
		return "", invalid("%v", err)
	}
	end := q.progress(p.WorkDoneToken, p.Command)
	said, err := command(q, t)
	end()
	switch {
	case !t.Show:
	case err == nil:
		q.notify("window/showMessage", messageParams{messageInfo, said})
	case q.ctx.Err() == nil:
		q.notify("window/showMessage", messageParams{messageError, err.Error()})
	}
	return said, err
}

func invalid(format string, args ...any) error {
	return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: fmt.Sprintf(format, args...)}
}

// progress tells the client that a command runs, until the function that it returns is called.
func (q *request) progress(token json.RawMessage, title string) (end func()) {
	if len(token) == 0 {
		return func() {}
	}
	say := func(value map[string]any) {
		q.notify("$/progress", map[string]any{"token": token, "value": value})
	}
	say(map[string]any{"kind": "begin", "title": title, "cancellable": true})
	return func() { say(map[string]any{"kind": "end"}) }
}

// question is the question that a document's directive asks.
func (q *request) question(uri string) (*molly.Question, *document, error) {
	d, err := q.document(uri)
	if err != nil {
		return nil, nil, err
	}
	roots, _ := q.programsOf(d.path)
	p := q.program(q.Server.ctx, roots[0])
	if p.Program == nil {
		return nil, nil, errors.New("the program has errors")
	}
	ask, err := p.Question(molly.Options{})
	if err != nil {
		return nil, nil, errors.New(text.SettingError(err))
	}
	return ask, d, nil
}

// verify is what "molly verify" prints, of what a line of a document asks, or of its directive.
func (q *request) verify(t target) (string, error) {
	ask, d, err := q.question(t.URI)
	if err != nil {
		return "", err
	}
	if t.Line != nil {
		line := d.text.row(*t.Line)
		for _, e := range q.program(q.Server.ctx, d.path).expected {
			if e.Pos.Line == line {
				spec := molly.Options{Nodes: e.Nodes}
				if ask, err = ask.Program.Question(spec); err == nil {
					ask, err = ask.Under(e.Spec)
				}
				if err != nil {
					return "", err
				}
			}
		}
	}
	return verdict(q.ctx, ask)
}

// verdict verifies and says what came of it.
func verdict(ctx context.Context, q *molly.Question) (string, error) {
	start := time.Now()
	v, err := q.Verify(ctx, molly.Search{})
	if ended := context.Cause(ctx); ended != nil {
		return "", ended
	}
	if v == nil {
		return "", err
	}
	why, e := q.Explained(ctx, v)
	if e != nil {
		return "", e
	}
	var b bytes.Buffer
	err = text.Verdict(&b, text.Style{}, q.Subject(), text.Search{Verdict: v, Err: err, Elapsed: time.Since(start)}, why)
	return b.String(), err
}
