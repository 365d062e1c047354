package script

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"molly/node"
	"molly/node/session"
	"molly/node/trace"
)

// Error says which line of a script went wrong.
type Error struct {
	Name string // of the script
	Line int
	Text string // of the line
	Err  error
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d: %v\n    %s", e.Name, e.Line, e.Err, e.Text)
}

func (e *Error) Unwrap() error { return e.Err }

// ExpectError says that something that a script expects does not hold.
type ExpectError struct{ Condition string }

func (e *ExpectError) Error() string { return "this does not hold here: " + e.Condition }

// Runner runs scripts on a session.
type Runner struct {
	Session *session.Session
	Out     io.Writer // what show, until and the steps say
	// Save writes a trace to a file; nil refuses the statement save.
	Save func(file string, t *trace.Trace) error
	// Explain says why a tuple holds, or why not; nil refuses the statement why.
	Explain func(w *node.World, tuple string, out io.Writer) error
	// Verbose says each step.
	Verbose bool

	marks map[string]*session.State
}

// Run runs a script. The error is an *Error or the context's.
func (r *Runner) Run(ctx context.Context, name string, script io.Reader) error {
	if r.marks == nil {
		r.marks = map[string]*session.State{}
	}
	lines := bufio.NewScanner(script)
	lines.Buffer(nil, 16<<20)
	for n := 1; lines.Scan(); n++ {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		text := statement(lines.Text())
		if text == "" {
			continue
		}
		if err := r.Do(ctx, text); err != nil {
			return &Error{name, n, text, err}
		}
	}
	return lines.Err()
}

// statement is a line without its comment, which begins with a # outside of strings.
func statement(line string) string {
	quoted := false
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '\\' && quoted:
			i++
		case line[i] == '"':
			quoted = !quoted
		case line[i] == '#' && !quoted:
			return strings.TrimSpace(line[:i])
		}
	}
	return strings.TrimSpace(line)
}

// verbs are the statements.
var verbs = map[string]func(r *Runner, ctx context.Context, rest string) error{
	"deliver": (*Runner).deliver, "settle": (*Runner).settle, "fire": (*Runner).fire,
	"drop": (*Runner).drop, "duplicate": (*Runner).duplicate, "change": (*Runner).change, "command": actOutside("command"),
	"crash": actOutside("crash"), "restart": actOutside("restart"), "set": actOutside("set"),
	"cut": actOutside("cut"), "heal": (*Runner).heal, "partition": (*Runner).partition,
	"expect": (*Runner).expect, "until": (*Runner).until, "mark": (*Runner).mark, "goto": (*Runner).goTo, "back": (*Runner).back,
	"show": (*Runner).show, "save": (*Runner).save, "why": (*Runner).why,
}

// Do does one statement.
func (r *Runner) Do(ctx context.Context, text string) error {
	verb, rest, _ := strings.Cut(text, " ")
	do, ok := verbs[verb]
	if !ok {
		var known []string
		for v := range verbs {
			known = append(known, v)
		}
		slices.Sort(known)
		return fmt.Errorf("there is no statement %q; there are %s", verb, strings.Join(known, ", "))
	}
	return do(r, ctx, strings.TrimSpace(rest))
}

// act does an action.
func (r *Runner) act(a node.Action) error {
	e, err := r.Session.Do(a)
	if err != nil {
		return err
	}
	r.mention(e)
	return nil
}

// mention says an event where everything is said, or it is one that must not be missed.
func (r *Runner) mention(e *node.Event) {
	if r.Verbose || e.Violation != nil || e.Broken != nil {
		r.say(e)
	}
}

// say writes an event.
func (r *Runner) say(e *node.Event) {
	_ = trace.RecordOf(r.Session.System.Nodes, e).Text(r.Out) // whoever cannot be told notices at the end
}

func (r *Runner) node(name string) (int, error) { return r.Session.System.Index(name) }

// words cuts a statement into so many words; the last has the rest. least are needed.
func words(rest, usage string, least, most int) ([]string, error) {
	var list []string
	for rest != "" && len(list) < most-1 {
		word, after, _ := strings.Cut(rest, " ")
		list, rest = append(list, word), strings.TrimSpace(after)
	}
	if rest != "" {
		list = append(list, rest)
	}
	if len(list) < least {
		return nil, fmt.Errorf("write: %s", usage)
	}
	return list, nil
}

// message finds the oldest message of a link, of a type where one is given.
// most is how many messages settle delivers before it gives up.
// body reads JSON.
func body(text string) (json.RawMessage, error) {
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(text)); err != nil {
		return nil, fmt.Errorf("%s is no JSON: %w", text, err)
	}
	return b.Bytes(), nil
}

// one does an action on a node.
// link does an action on a link.
