package script

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"molly/node"
	"molly/node/predicate"
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
var verbs map[string]func(r *Runner, ctx context.Context, rest string) error

func init() {
	verbs = map[string]func(r *Runner, ctx context.Context, rest string) error{
		"deliver": (*Runner).deliver, "settle": (*Runner).settle, "fire": (*Runner).fire,
		"drop": (*Runner).drop, "duplicate": (*Runner).duplicate, "change": (*Runner).change, "command": (*Runner).command,
		"crash": (*Runner).crash, "restart": (*Runner).restart, "set": (*Runner).set,
		"cut": (*Runner).cut, "heal": (*Runner).heal, "partition": (*Runner).partition,
		"expect": (*Runner).expect, "until": (*Runner).until, "mark": (*Runner).mark, "goto": (*Runner).goTo, "back": (*Runner).back,
		"show": (*Runner).show, "save": (*Runner).save, "why": (*Runner).why,
	}
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
	if r.Verbose || e.Violation != nil || e.Broken != nil {
		r.say(e)
	}
	return nil
}

// say writes an event.
func (r *Runner) say(e *node.Event) {
	fmt.Fprintf(r.Out, "%d  %s\n", e.Index, Describe(r.Session.System.Nodes, e))
	for _, note := range e.Notes {
		fmt.Fprintf(r.Out, "    %s\n", note)
	}
	if e.Broken != nil {
		fmt.Fprintf(r.Out, "    down: %v\n", e.Broken)
	}
	if e.Violation != nil {
		fmt.Fprintf(r.Out, "    violation: %s\n", e.Violation.Text)
	}
}

// Describe says an event in words.
func Describe(names []string, e *node.Event) string {
	switch {
	case e.Kind == node.Fire:
		return fmt.Sprintf("%s: timer %s", names[e.Item.To], e.Item.Type)
	case e.Item != nil && e.Item.Timer:
		return fmt.Sprintf("%v the timer %s of %s", e.Kind, e.Item.Type, names[e.Item.To])
	case e.Kind == node.Deliver:
		return fmt.Sprintf("%s: %s from %s", names[e.Item.To], e.Item.Type, names[e.Item.From])
	case e.Item != nil:
		return fmt.Sprintf("%v %s from %s to %s", e.Kind, e.Item.Type, names[e.Item.From], names[e.Item.To])
	case e.Kind == node.Cut, e.Kind == node.Heal:
		return fmt.Sprintf("%v %s → %s", e.Kind, names[e.Action.Node], names[e.Action.To])
	case e.Kind == node.Command:
		return fmt.Sprintf("%s: command %s %s", names[e.Action.Node], e.Type, e.Body)
	case e.Kind == node.Restart && e.Lost:
		return fmt.Sprintf("%s: restart, with nothing on disk", names[e.Action.Node])
	}
	return fmt.Sprintf("%s: %v", names[e.Action.Node], e.Kind)
}

func (r *Runner) node(name string) (int, error) {
	i := slices.Index(r.Session.System.Nodes, name)
	if i < 0 {
		return 0, fmt.Errorf("there is no node %q; there are %s", name, strings.Join(r.Session.System.Nodes, ", "))
	}
	return i, nil
}

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
func (r *Runner) message(list []string) (*node.Item, error) {
	from, err := r.node(list[0])
	if err != nil {
		return nil, err
	}
	to, err := r.node(list[1])
	if err != nil {
		return nil, err
	}
	var there []string
	for _, it := range r.Session.World.Pending() {
		if it.Timer || it.From != from || it.To != to {
			continue
		}
		if len(list) < 3 || it.Type == list[2] {
			return it, nil
		}
		there = append(there, it.Type)
	}
	if len(there) > 0 {
		return nil, fmt.Errorf("no message %s from %s to %s is pending; there are %s", list[2], list[0], list[1], strings.Join(there, ", "))
	}
	return nil, fmt.Errorf("no message from %s to %s is pending", list[0], list[1])
}

func (r *Runner) on(kind node.Kind, rest, usage string) error {
	list, err := words(rest, usage, 2, 3)
	if err != nil {
		return err
	}
	it, err := r.message(list)
	if err != nil {
		return err
	}
	return r.act(node.Action{Kind: kind, Item: it.ID})
}

func (r *Runner) deliver(_ context.Context, rest string) error {
	list := strings.Fields(rest)
	if len(list) == 0 || list[0] != "all" {
		return r.on(node.Deliver, rest, "deliver FROM TO [TYPE], or deliver all [to NODE]")
	}
	to := -1
	if len(list) > 1 {
		if len(list) != 3 || list[1] != "to" {
			return fmt.Errorf("write: deliver all [to NODE]")
		}
		i, err := r.node(list[2])
		if err != nil {
			return err
		}
		to = i
	}
	for _, it := range slices.Clone(r.Session.World.Pending()) {
		if it.Timer || to >= 0 && it.To != to || r.Session.World.Why(it) != nil {
			continue
		}
		if err := r.act(node.Action{Kind: node.Deliver, Item: it.ID}); err != nil {
			return err
		}
	}
	return nil
}

// most is how many messages settle delivers before it gives up.
const most = 10_000

func (r *Runner) settle(ctx context.Context, rest string) error {
	within := map[int]bool{}
	for _, name := range strings.Fields(rest) {
		i, err := r.node(name)
		if err != nil {
			return err
		}
		within[i] = true
	}
	for range most {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		i := slices.IndexFunc(r.Session.World.Pending(), func(it *node.Item) bool {
			return !it.Timer && (len(within) == 0 || within[it.From] && within[it.To]) && r.Session.World.Why(it) == nil
		})
		if i < 0 {
			return nil
		}
		if err := r.act(node.Action{Kind: node.Deliver, Item: r.Session.World.Pending()[i].ID}); err != nil {
			return err
		}
	}
	return fmt.Errorf("messages are still pending after %d deliveries", most)
}

func (r *Runner) fire(_ context.Context, rest string) error {
	list, err := words(rest, "fire NODE TYPE", 2, 2)
	if err != nil {
		return err
	}
	i, err := r.node(list[0])
	if err != nil {
		return err
	}
	var there []string
	for _, it := range r.Session.World.Pending() {
		if !it.Timer || it.To != i {
			continue
		}
		if it.Type == list[1] {
			return r.act(node.Action{Kind: node.Fire, Item: it.ID})
		}
		there = append(there, it.Type)
	}
	return fmt.Errorf("%s has set no timer %s, but %q", list[0], list[1], there)
}

func (r *Runner) drop(_ context.Context, rest string) error {
	return r.on(node.Drop, rest, "drop FROM TO [TYPE]")
}

func (r *Runner) duplicate(_ context.Context, rest string) error {
	return r.on(node.Duplicate, rest, "duplicate FROM TO [TYPE]")
}

func (r *Runner) change(_ context.Context, rest string) error {
	list, err := words(rest, "change FROM TO TYPE JSON", 4, 4)
	if err != nil {
		return err
	}
	it, err := r.message(list[:3])
	if err != nil {
		return err
	}
	body, err := body(list[3])
	if err != nil {
		return err
	}
	return r.act(node.Action{Kind: node.Change, Item: it.ID, Body: body})
}

// body reads JSON.
func body(text string) (json.RawMessage, error) {
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(text)); err != nil {
		return nil, fmt.Errorf("%s is no JSON: %w", text, err)
	}
	return b.Bytes(), nil
}

func (r *Runner) command(_ context.Context, rest string) error {
	list, err := words(rest, "command NODE TYPE [JSON]", 2, 3)
	if err != nil {
		return err
	}
	a := node.Action{Kind: node.Command, Type: list[1]}
	if a.Node, err = r.node(list[0]); err != nil {
		return err
	}
	if len(list) == 3 {
		if a.Body, err = body(list[2]); err != nil {
			return err
		}
	}
	return r.act(a)
}

// one does an action on a node.
func (r *Runner) one(kind node.Kind, name string, lost bool) error {
	i, err := r.node(name)
	if err != nil {
		return err
	}
	return r.act(node.Action{Kind: kind, Node: i, Lost: lost})
}

func (r *Runner) crash(_ context.Context, rest string) error { return r.one(node.Crash, rest, false) }

func (r *Runner) restart(_ context.Context, rest string) error {
	list, err := words(rest, "restart NODE [lost]", 1, 2)
	if err != nil {
		return err
	}
	if len(list) == 2 && list[1] != "lost" {
		return fmt.Errorf("write: restart NODE [lost]")
	}
	return r.one(node.Restart, list[0], len(list) == 2)
}

func (r *Runner) set(_ context.Context, rest string) error {
	list, err := words(rest, "set NODE JSON", 2, 2)
	if err != nil {
		return err
	}
	a := node.Action{Kind: node.SetState}
	if a.Node, err = r.node(list[0]); err != nil {
		return err
	}
	if a.Body, err = body(list[1]); err != nil {
		return err
	}
	return r.act(a)
}

// link does an action on a link.
func (r *Runner) link(kind node.Kind, rest, usage string) error {
	list := strings.Fields(rest)
	if len(list) != 2 {
		return fmt.Errorf("write: %s", usage)
	}
	from, err := r.node(list[0])
	if err != nil {
		return err
	}
	to, err := r.node(list[1])
	if err != nil {
		return err
	}
	return r.act(node.Action{Kind: kind, Node: from, To: to})
}

func (r *Runner) cut(_ context.Context, rest string) error {
	return r.link(node.Cut, rest, "cut FROM TO")
}

func (r *Runner) heal(_ context.Context, rest string) error {
	if rest != "" {
		return r.link(node.Heal, rest, "heal [FROM TO]")
	}
	for from := range r.Session.System.Nodes {
		for to := range r.Session.System.Nodes {
			if r.Session.World.IsCut(from, to) {
				if err := r.act(node.Action{Kind: node.Heal, Node: from, To: to}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (r *Runner) partition(_ context.Context, rest string) error {
	left, right, ok := strings.Cut(rest, "/")
	if !ok {
		return fmt.Errorf("write: partition NODE… / NODE…")
	}
	for _, a := range strings.Fields(left) {
		for _, b := range strings.Fields(right) {
			for _, link := range [][2]string{{a, b}, {b, a}} {
				from, err := r.node(link[0])
				if err != nil {
					return err
				}
				to, err := r.node(link[1])
				if err != nil {
					return err
				}
				if from == to {
					return fmt.Errorf("%s is on both sides", a)
				}
				if r.Session.World.IsCut(from, to) {
					continue
				}
				if err := r.act(node.Action{Kind: node.Cut, Node: from, To: to}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (r *Runner) expect(_ context.Context, rest string) error {
	p, err := predicate.Parse(rest, r.Session.System.Nodes)
	if err != nil {
		return err
	}
	if !p.Eval(r.Session.World) {
		return &ExpectError{rest}
	}
	return nil
}

func (r *Runner) until(ctx context.Context, rest string) error {
	o := session.Search{MaxDepth: 12}
	if i := strings.LastIndex(rest, " within "); i >= 0 {
		n, err := strconv.Atoi(strings.TrimSpace(rest[i+len(" within "):]))
		if err != nil || n < 1 {
			return fmt.Errorf("write: until CONDITION [within N], where N is a number of steps")
		}
		rest, o.MaxDepth = rest[:i], n
	}
	p, err := predicate.Parse(rest, r.Session.System.Nodes)
	if err != nil {
		return err
	}
	begin := len(r.Session.World.Events())
	f, err := r.Session.Until(ctx, p, o)
	if err != nil {
		return err
	}
	if !f.Holds {
		return fmt.Errorf("no state within %d steps is so (%d executions)", f.Depth, f.Executions)
	}
	fmt.Fprintf(r.Out, "%s: after %d steps (%d executions)\n", rest, len(f.Steps), f.Executions)
	for _, e := range r.Session.World.Events()[begin:] {
		r.say(e)
	}
	return nil
}

func (r *Runner) mark(_ context.Context, rest string) error {
	if rest == "" || strings.Contains(rest, " ") {
		return fmt.Errorf("write: mark NAME")
	}
	r.marks[rest] = r.Session.Current
	r.Session.Current.Name = rest
	return nil
}

func (r *Runner) goTo(_ context.Context, rest string) error {
	to, ok := r.marks[rest]
	if rest == "start" && !ok {
		to, ok = r.Session.Begun, true
	}
	if !ok {
		return fmt.Errorf("no state is called %q; mark one with: mark %s", rest, rest)
	}
	return r.Session.Travel(to)
}

func (r *Runner) back(_ context.Context, rest string) error {
	n := 1
	if rest != "" {
		var err error
		if n, err = strconv.Atoi(rest); err != nil || n < 1 {
			return fmt.Errorf("write: back [N], where N is a number of steps")
		}
	}
	to := r.Session.Current
	for range n {
		if to.Parent == nil {
			return fmt.Errorf("there are only %d steps to go back", r.Session.Current.Depth)
		}
		to = to.Parent
	}
	return r.Session.Travel(to)
}

func (r *Runner) show(_ context.Context, rest string) error {
	names := strings.Fields(rest)
	for i, name := range r.Session.System.Nodes {
		if len(names) > 0 && !slices.Contains(names, name) {
			continue
		}
		state, err := json.Marshal(r.Session.World.State(i))
		if err != nil {
			return err
		}
		fmt.Fprintf(r.Out, "%s (%v) %s\n", name, r.Session.World.Status(i), state)
		for _, it := range r.Session.World.Pending() {
			if it.To != i {
				continue
			}
			body, err := json.Marshal(it.Body)
			if err != nil {
				return err
			}
			what := "timer " + it.Type
			if !it.Timer {
				what = fmt.Sprintf("%s from %s", it.Type, r.Session.System.Nodes[it.From])
			}
			if string(body) != "null" {
				what += " " + string(body)
			}
			if why := r.Session.World.Why(it); why != nil {
				what += " (waits: " + why.Error() + ")"
			}
			fmt.Fprintf(r.Out, "    %s\n", what)
		}
	}
	for _, name := range names {
		if _, err := r.node(name); err != nil {
			return err
		}
	}
	return nil
}

func (r *Runner) save(_ context.Context, rest string) error {
	if rest == "" || r.Save == nil {
		return fmt.Errorf("write: save FILE")
	}
	return r.Save(rest, r.Session.Save(trace.Header{}))
}

func (r *Runner) why(_ context.Context, rest string) error {
	if r.Explain == nil {
		return fmt.Errorf("%s is no Dedalus program: there is no lineage", r.Session.System.Name)
	}
	if rest == "" {
		return fmt.Errorf("write: why TUPLE, such as why log(\"b\", \"x\")@3")
	}
	return r.Explain(r.Session.World, rest, r.Out)
}
