package debug

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"time"

	"molly/node"
	"molly/node/predicate"
	"molly/node/session"
	"molly/node/trace"
)

// request is what a page asks for. Which fields it has depends on what it is.
type request struct {
	Kind      node.Kind       `json:"kind"` // do
	Item      node.ID         `json:"item"`
	Node      string          `json:"node"`
	To        string          `json:"to"`
	Type      string          `json:"type"`
	Body      json.RawMessage `json:"body"`
	Lost      bool            `json:"lost"`
	State     int             `json:"state"` // travel, name
	Name      string          `json:"name"`
	Condition string          `json:"condition"` // until, break
	Steps     int             `json:"steps"`     // until, random
	Drop      bool            `json:"drop"`      // until
	Group     []string        `json:"group"`     // partition: from all others
	Groups    [][]string      `json:"groups"`    // partition: from each other
	Tuple     string          `json:"tuple"`     // why
	File      string          `json:"file"`      // save
}

// said is the answer to a request: what it came to, or what is wrong.
type said struct {
	Error string `json:"error,omitempty"`
	Text  string `json:"text,omitempty"`
	Rules any    `json:"rules,omitempty"`
}

// post does what a page asks for. What is wrong with it is an answer, not a failure of the server.
func (s *Server) post(w http.ResponseWriter, r *http.Request, what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if what == "cancel" {
		s.stopSearch()
		answer(w, said{})
		return
	}
	if s.search != nil {
		answer(w, said{Error: errBusy.Error()})
		return
	}
	if what == "open" {
		answer(w, s.open(r))
		return
	}
	var q request
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
		var long *http.MaxBytesError
		if errors.As(err, &long) {
			err = fmt.Errorf("it is longer than %d MiB", maxBody>>20)
		}
		answer(w, said{Error: "the request cannot be read: " + err.Error()})
		return
	}
	do, ok := requests[what]
	if !ok {
		http.NotFound(w, r)
		return
	}
	out, err := do(s, q)
	if err != nil {
		out.Error = err.Error()
	}
	if what != "why" && what != "rules" && what != "save" {
		s.change()
	}
	answer(w, out)
}

// requests are those that change something, or ask something.
var requests = map[string]func(s *Server, q request) (said, error){
	"do": (*Server).do, "travel": (*Server).travel, "name": (*Server).name, "settle": (*Server).settle,
	"random": (*Server).random, "until": (*Server).until, "break": (*Server).setBreak, "partition": (*Server).partition, "heal": (*Server).heal,
	"why": (*Server).why, "rules": (*Server).rules, "save": (*Server).save,
}

// do does an action.
func (s *Server) do(q request) (out said, err error) {
	a := node.Action{Kind: q.Kind, Item: q.Item, Type: q.Type, Lost: q.Lost}
	if q.Kind.External() {
		if a.Node, err = s.session.System.Index(q.Node); err != nil {
			return out, err
		}
		if q.Kind == node.Cut || q.Kind == node.Heal {
			if a.To, err = s.session.System.Index(q.To); err != nil {
				return out, err
			}
		}
	}
	if len(q.Body) > 0 && string(q.Body) != "null" {
		var b bytes.Buffer
		if err := json.Compact(&b, q.Body); err != nil {
			return out, fmt.Errorf("this is no JSON: %w", err)
		}
		a.Body = b.Bytes()
	}
	s.message = ""
	_, err = s.session.Do(a)
	return out, err
}

// travel goes to a state of the history.
func (s *Server) travel(q request) (said, error) {
	if q.State < 0 || q.State >= len(s.session.States) {
		return said{}, fmt.Errorf("there is no state %d", q.State)
	}
	s.message = ""
	return said{}, s.session.Travel(s.session.States[q.State])
}

// name names a state.
func (s *Server) name(q request) (said, error) {
	if q.State < 0 || q.State >= len(s.session.States) {
		return said{}, fmt.Errorf("there is no state %d", q.State)
	}
	if s.session.States[q.State].Name = strings.TrimSpace(q.Name); s.session.States[q.State].Name != "" {
		s.named[q.State] = struct{}{}
	} else {
		delete(s.named, q.State)
	}
	return said{}, nil
}

// most is how many steps settle takes.
const most = 1000

// settle delivers messages, the oldest first, until none is left, a breakpoint holds or something is violated.
func (s *Server) settle(request) (said, error) {
	any := func(*node.Item) bool { return true }
	return s.run(most, "messages delivered", func() *node.Item { return s.session.Oldest(any) })
}

// random delivers messages and fires timers in a random order. The same steps from the same state are the same whenever they are
// asked for first; then the next ones are others.
func (s *Server) random(q request) (said, error) {
	if q.Steps < 1 || q.Steps > most {
		return said{}, fmt.Errorf("%d steps: there are 1 to %d", q.Steps, most)
	}
	r := rand.New(rand.NewPCG(uint64(s.session.Current.Number), uint64(len(s.session.States)))) //nolint:gosec // no secret
	return s.run(q.Steps, "random steps", func() *node.Item {
		if can := s.session.World.Enabled(nil); len(can) > 0 {
			return can[r.IntN(len(can))]
		}
		return nil
	})
}

// run takes the steps that next chooses, until there is none, a breakpoint holds or something is violated.
func (s *Server) run(limit int, what string, next func() *node.Item) (said, error) {
	s.message = ""
	watch := s.watch()
	for n := range limit {
		it := next()
		if it == nil {
			s.message = fmt.Sprintf("%d %s", n, what)
			return said{}, nil
		}
		a := node.Action{Kind: node.Deliver, Item: it.ID}
		if it.Timer {
			a.Kind = node.Fire
		}
		before := s.session.World.Violation()
		e, err := s.session.Do(a)
		if err != nil {
			return said{}, err
		}
		if e.Violation != nil && before == nil {
			s.message = "stopped at a violation: " + e.Violation.Text
			return said{}, nil
		}
		if hit := watch(); hit != "" {
			s.message = "stopped at the breakpoint " + hit
			return said{}, nil
		}
	}
	s.message = fmt.Sprintf("%d %s", limit, what)
	return said{}, nil
}

// partition cuts the links between a group and all other nodes, or between groups; nodes of no group keep theirs then.
func (s *Server) partition(q request) (said, error) {
	side := make([]int, len(s.session.System.Nodes)) // 0: of no group
	groups := q.Groups
	if len(groups) == 0 {
		groups = [][]string{q.Group}
	}
	for g, names := range groups {
		for _, name := range names {
			i, err := s.session.System.Index(name)
			if err != nil {
				return said{}, err
			}
			if side[i] != 0 && side[i] != g+1 {
				return said{}, fmt.Errorf("%s is in two groups", name)
			}
			side[i] = g + 1
		}
	}
	return said{}, s.session.Cut(func(a, b int) bool {
		return side[a] != side[b] && (len(groups) == 1 || side[a] != 0 && side[b] != 0)
	})
}

// heal heals all links.
func (s *Server) heal(request) (said, error) { return said{}, s.session.Heal() }

// why explains a tuple.
func (s *Server) why(q request) (said, error) {
	if s.options.Explain == nil {
		return said{}, fmt.Errorf("%s has no lineage: it is no Dedalus program", s.session.System.Name)
	}
	var b bytes.Buffer
	err := s.options.Explain(s.session.World, q.Tuple, &b)
	return said{Text: b.String()}, err
}

// rules lists what fired in a node's last step.
func (s *Server) rules(q request) (out said, err error) {
	i, err := s.session.System.Index(q.Node)
	if err != nil {
		return out, err
	}
	if s.options.Rules == nil {
		return out, fmt.Errorf("%s has no rules", s.session.System.Name)
	}
	out.Rules, err = s.options.Rules(s.session.World, i)
	return out, err
}

// save writes the path to a file.
func (s *Server) save(q request) (said, error) {
	if s.options.Save == nil || q.File == "" {
		return said{}, errors.New("name a file")
	}
	if err := s.options.Save(q.File, s.session.Save(s.options.Header)); err != nil {
		return said{}, err
	}
	return said{Text: "saved as " + q.File}, nil
}

// Open goes along a trace; see session.Session.Open. A trace that the system follows in part only is no error: the page says where it
// differs, and is there.
func (s *Server) Open(t *trace.Trace) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.session.Open(t)
	var differs *trace.Difference
	if errors.As(err, &differs) {
		s.message = "the trace cannot be followed to its end: " + differs.Error()
		return nil
	}
	return err
}

// open goes along a trace that the page sends.
func (s *Server) open(r *http.Request) said {
	t, err := trace.Read(r.Body)
	if err != nil {
		return said{Error: "this trace cannot be opened: " + err.Error()}
	}
	s.message = ""
	err = s.session.Open(t)
	s.change()
	if err != nil {
		return said{Error: "this trace cannot be opened: " + err.Error()}
	}
	return said{}
}

// breakpoint is a condition at which settling and searching stop.
type breakpoint struct {
	text      string
	condition *predicate.Predicate
}

// setBreak sets a breakpoint, or removes one that is set.
func (s *Server) setBreak(q request) (said, error) {
	for i, b := range s.breaks {
		if b.text == q.Condition {
			s.breaks = slices.Delete(s.breaks, i, i+1)
			return said{}, nil
		}
	}
	p, err := predicate.Parse(q.Condition, s.session.System.Nodes)
	if err != nil {
		return said{}, err
	}
	s.breaks = append(s.breaks, breakpoint{q.Condition, p})
	return said{}, nil
}

// watch returns a function that says which breakpoint holds now and did not hold when it was asked last.
func (s *Server) watch() func() string {
	held := make([]bool, len(s.breaks))
	for i, b := range s.breaks {
		held[i] = b.condition.Eval(s.session.World)
	}
	return func() string {
		hit := ""
		for i, b := range s.breaks {
			now := b.condition.Eval(s.session.World)
			if now && !held[i] && hit == "" {
				hit = b.text
			}
			held[i] = now
		}
		return hit
	}
}

// searching is a search that is under way.
type searching struct {
	condition         string
	cancel            context.CancelFunc
	done              chan struct{} // closed when the session is free again
	depth, executions int
}

// stopSearch ends a search. s.mu is held.
func (s *Server) stopSearch() {
	if s.search != nil {
		s.search.cancel()
	}
}

// until searches in the background. While it does, the session belongs to it.
func (s *Server) until(q request) (said, error) {
	return said{}, s.start(q)
}

// Until begins a search for a state in which a condition holds, within so many steps. The page shows it.
func (s *Server) Until(condition string, steps int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.search != nil {
		return errBusy
	}
	return s.start(request{Condition: condition, Steps: steps})
}

// start starts a search. s.mu is held.
func (s *Server) start(q request) error {
	p, err := predicate.Parse(q.Condition, s.session.System.Nodes)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	x := &searching{condition: q.Condition, cancel: cancel, done: make(chan struct{})}
	s.message = ""
	s.shown = s.now() // until the search ends
	s.search = x
	told := time.Now()
	go func() {
		defer close(x.done)
		defer cancel()
		found, err := s.session.Until(ctx, p, session.Search{MaxDepth: q.Steps, Drop: q.Drop, Progress: func(depth, executions, _ int) {
			s.mu.Lock()
			defer s.mu.Unlock()
			x.depth, x.executions = depth, executions
			if time.Since(told) > 200*time.Millisecond {
				told = time.Now()
				s.change()
			}
		}})
		s.mu.Lock()
		defer s.mu.Unlock()
		switch {
		case found.Holds:
			s.message = fmt.Sprintf("%s: after %d steps, %d executions tried", q.Condition, len(found.Steps), found.Executions)
		case errors.Is(err, context.Canceled):
			s.message = fmt.Sprintf("cancelled: not within %d steps, %d executions tried", found.Depth, found.Executions)
		case err != nil:
			s.message = "the search failed: " + err.Error()
		default:
			s.message = fmt.Sprintf("not within %d steps, %d executions tried", found.Depth, found.Executions)
		}
		s.search = nil
		s.change()
	}()
	return nil
}
