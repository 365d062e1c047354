package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"molly/explore"
	"molly/node"
	"molly/node/script"
	"molly/node/trace"
)

// Explore is how all executions of a subject are explored.
type Explore struct {
	explore.Options
	Output string       // a file for the trace of a violation, or ""
	Budget int          // how many events the search for fewer events may execute
	Tell   func(string) // hears how far it is; nil: nobody

	ordered, lockstep bool
	drops, duplicates int
	fires, outside    []string
	after             string
}

// Verdict is what an exploration says.
type Verdict string

// The verdicts.
const (
	Certified Verdict = "certified" // no execution within the bounds violates anything
	Violated  Verdict = "violated"
	Undecided Verdict = "undecided" // it ended before all was done, and nothing was violated until then
)

// Explored is what an exploration did and found.
type Explored struct {
	*explore.Result
	Verdict Verdict
	Reason  string   // what ended it before all was done, such as "interrupted", or ""
	Target  []string // the words that name it on a command line
	Space   *explore.Space
	Options explore.Options
	// Trace is an execution that violates something, and Fewest the search for one of fewer events; both are nil where nothing is
	// violated.
	Trace  *trace.Trace
	Fewest *explore.Answer
	Least  bool // no execution of fewer events violates anything
}

// defaultBudget is how many events the search for fewer events executes where nothing else is said.
const defaultBudget = 1_000_000

// Register registers the flags.
func (x *Explore) Register(f *pflag.FlagSet) {
	f.StringArrayVar(&x.fires, "fires", nil, "how `often` a node fires its timers of one type: N, TYPE=N or NODE.TYPE=N (repeatable; without any 1, and of a program all its ticks)")
	f.StringArrayVar(&x.outside, "do", nil, "something that may happen at any time, once or not at all: a `statement` such as 'crash S1' (repeatable; docs/explore.md)")
	f.BoolVar(&x.ordered, "ordered", false, "what --do says happens in its order")
	f.BoolVar(&x.lockstep, "lockstep", false, "the nodes of a program step in rounds, as in molly verify: only the times at which messages arrive differ")
	f.StringVar(&x.after, "after", "", "explore what can follow the execution in this trace `file`, in the place of the setup")
	f.IntVar(&x.Events, "events", 0, "only executions of at most so many `events`, beyond the setup (0: no bound)")
	f.IntVar(&x.duplicates, "duplicates", 0, "so many `messages` may be doubled")
	f.IntVar(&x.drops, "drops", 0, "so many `messages` may be lost, which makes a difference with --fifo only")
	f.IntVar(&x.Executions, "executions", 0, "end after so many `executions` (0: no bound)")
	f.IntVar(&x.Budget, "budget", defaultBudget, "how many `events` the search for a violation of fewest events may execute")
	f.StringVarP(&x.Output, "output", "o", "", "write an execution that violates something to this `file`, as a trace")
}

// space is the space that the flags ask for. The error says which flag is wrong.
func (x *Explore) space(s Subject) (*explore.Space, error) {
	for flag, n := range map[string]int{"events": x.Events, "duplicates": x.duplicates, "drops": x.drops, "executions": x.Executions, "budget": x.Budget} {
		if n < 0 {
			return nil, fmt.Errorf("--%s %d: it must not be less than 0", flag, n)
		}
	}
	if x.Output != "" {
		if _, err := os.Stat(filepath.Dir(x.Output)); err != nil {
			return nil, fmt.Errorf("-o %s: %w", x.Output, err)
		}
	}
	p := &explore.Space{System: s.System, Ordered: x.ordered, Lockstep: x.lockstep, Drops: x.drops, Duplicates: x.duplicates}
	for _, text := range x.outside {
		a, err := script.Outside(s.System, text)
		if err != nil {
			return nil, fmt.Errorf("--do: %w", err)
		}
		p.Externals = append(p.Externals, a)
	}
	if len(x.fires) == 0 && !s.Ends {
		p.Fires = []explore.Fires{{Node: -1, Most: 1}}
	}
	for _, text := range x.fires {
		f, err := fires(s.System, text)
		if err != nil {
			return nil, err
		}
		p.Fires = append(p.Fires, f)
	}
	return p, x.follow(p)
}

// follow makes a trace the prefix of a space.
func (x *Explore) follow(p *explore.Space) error {
	if x.after == "" {
		return nil
	}
	t, err := trace.ReadFile(x.after)
	if err != nil {
		return fmt.Errorf("--after: %w", err)
	}
	w, err := trace.Replay(p.System, t)
	if err != nil {
		return fmt.Errorf("--after %s: %w", x.after, err)
	}
	w.Close()
	p.Prefix, err = t.Actions()
	return err
}

// fires reads a bound for timers.
func fires(s *node.System, text string) (explore.Fires, error) {
	f := explore.Fires{Node: -1}
	what, number, own := strings.Cut(text, "=")
	if !own {
		what, number = "", text
	}
	if name, kind, ok := strings.Cut(what, "."); ok {
		n, err := s.Index(name)
		if err != nil {
			return f, fmt.Errorf("--fires %s: %w", text, err)
		}
		f.Node, what = n, kind
	}
	most, err := strconv.Atoi(number)
	if err != nil || most < 0 {
		return f, fmt.Errorf("--fires %s: write N, TYPE=N or NODE.TYPE=N, such as 2, election=1 or S1.election=1", text)
	}
	f.Type, f.Most = what, most
	return f, nil
}

// Explore explores all executions that the flags ask for. Where the context ends first, the result is what there is by then, with
// the error of the context beside it.
func (s Subject) Explore(ctx context.Context, x *Explore) (*Explored, error) {
	space, err := x.space(s)
	if err != nil {
		return nil, err
	}
	o := x.Options
	if x.Tell != nil {
		o.Progress = func(c explore.Count) {
			x.Tell(fmt.Sprintf("%d executions, %d events", c.Executions, c.Events))
		}
	}
	r, err := explore.Explore(ctx, space, o)
	if r == nil || err != nil && ctx.Err() == nil {
		return nil, err
	}
	out := &Explored{Result: r, Verdict: Undecided, Target: s.Words, Space: space, Options: x.Options}
	switch {
	case len(r.Violations) > 0:
		out.Verdict = Violated
		if failed := s.fewest(ctx, x, out); failed != nil {
			return nil, failed
		}
	case r.Complete:
		out.Verdict = Certified
	case err == nil:
		out.Reason = fmt.Sprintf("--executions %d are done", x.Executions)
	}
	if cause := context.Cause(ctx); cause != nil && !r.Complete && !out.Least {
		out.Reason, err = ending(cause), cause
	}
	return out, err
}

// ending says in words why a context ended.
func ending(cause error) string {
	switch {
	case errors.Is(cause, context.DeadlineExceeded):
		return "timed out"
	case errors.Is(cause, context.Canceled):
		return "interrupted"
	}
	return cause.Error()
}

// fewest looks for a violation of fewer events than the one that was found, and writes down the shorter one.
func (s Subject) fewest(ctx context.Context, x *Explore, out *Explored) error {
	found := &out.Violations[0]
	g := explore.Goal{Events: len(found.Actions) - 1, Budget: x.Budget}
	if x.Tell != nil {
		g.Progress = func(events int, c explore.Count) {
			x.Tell(fmt.Sprintf("is there a violation of %d events: %d executed", events, c.Events))
		}
	}
	a, err := explore.Fewest(ctx, out.Space, g)
	if err != nil && ctx.Err() == nil {
		return err
	}
	out.Fewest = a
	if a.Found != nil {
		found = a.Found
	}
	out.Least = a.Found != nil || a.None(g)
	w := node.NewWorld(s.System)
	defer w.Close()
	for _, action := range found.Actions {
		if _, err := w.Do(action); err != nil {
			return fmt.Errorf("%s is not deterministic: %w", s.System.Name, err)
		}
	}
	out.Trace = trace.Of(w, trace.Header{Options: s.Words, About: "found by molly explore"})
	if x.Output == "" {
		return nil
	}
	if err := out.Trace.WriteFile(x.Output); err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	return nil
}

// Hint says what can be done with the output.
func (x *Explore) Hint(program string, r *Explored) string {
	if r.Trace == nil {
		return ""
	}
	return hint(program, x.Output)
}

func (h *host) exploreCommand() *cobra.Command {
	var x Explore
	c := &cobra.Command{
		Use: "explore", Short: "Do all executions within bounds, and say what they violate", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			s, err := h.subject(c)
			if err != nil {
				return err
			}
			tell, end := h.progress()
			x.Tell = tell
			r, err := s.Explore(c.Context(), &x)
			end()
			if r == nil {
				return err
			}
			if failed := r.Text(h.stdout); failed != nil {
				return failed
			}
			fmt.Fprint(h.stdout, x.Hint(h.target.Name, r))
			switch {
			case errors.Is(err, context.Canceled):
				return err
			case r.Verdict == Violated: // also where the time was up before there was one of fewest events
				return &outcome{code: unexpected}
			case err != nil:
				return err
			case r.Verdict == Undecided:
				return &outcome{inconclusive, errors.New("not all executions were done")}
			}
			return nil
		},
	}
	x.Register(c.Flags())
	return c
}
