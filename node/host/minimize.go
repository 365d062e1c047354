package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"molly/explore/reduce"
	"molly/explore/schedule"
	"molly/node/trace"
)

// Minimize is how an execution of a subject is reduced.
type Minimize struct {
	reduce.Options
	Output string       // a file for the trace, or ""
	Timing bool         // say on standard error how long the stages took
	Tell   func(string) // hears how far it is; nil: nobody

	levels []string
}

// Register registers the flags.
func (m *Minimize) Register(f *pflag.FlagSet) {
	var names []string
	for _, l := range schedule.Levels() {
		names = append(names, l.String())
	}
	f.StringVarP(&m.Output, "output", "o", "", "write what is left to this `file`, as a trace")
	f.BoolVar(&m.Any, "any", false, "take any violation for the same, also a shorter one of another kind")
	f.StringSliceVar(&m.levels, "match", names, "how like a message must be to stand for the recorded one, from the strictest `level` on")
	f.IntVar(&m.Executions, "executions", 0, "at most so many executions in all (0: no bound)")
	f.IntVar(&m.Schedules, "schedules", 1, "at most so many executions for each set of events: more than 1 also delivers other messages of the same type")
	f.BoolVar(&m.NoDiverge, "no-diverge", false, "give an execution up at the first state that the recorded one does not have")
	f.IntVar(&m.Runs, "runs", reduce.DefaultRuns, "how many random executions without a find end the search near the minimum (0: there is none)")
	f.IntVar(&m.Exhaust, "exhaust", reduce.DefaultExhaust, "do at most so many events to look through all shorter executions, which may prove that there is none (0: none)")
	f.Uint64Var(&m.Seed, "seed", 1, "the seed of the random executions")
	f.BoolVar(&m.Timing, "timing", false, "say on standard error how long each stage took")
}

// options are the options that the flags ask for. The error says which flag is wrong.
func (m *Minimize) options() (reduce.Options, error) {
	o := m.Options
	all := schedule.Levels()
	for _, name := range m.levels {
		i := slices.IndexFunc(all, func(l schedule.Level) bool { return l.String() == name })
		if i < 0 {
			return o, fmt.Errorf("--match %s: the levels are identity, bytes, masked, type", name)
		}
		o.Levels = append(o.Levels, all[i])
	}
	slices.Sort(o.Levels)
	switch {
	case o.Schedules < 1:
		return o, fmt.Errorf("--schedules %d: it must be at least 1", o.Schedules)
	case o.Executions < 0:
		return o, fmt.Errorf("--executions %d: it must not be less than 0", o.Executions)
	case o.Runs < 0:
		return o, fmt.Errorf("--runs %d: it must not be less than 0", o.Runs)
	case o.Exhaust < 0:
		return o, fmt.Errorf("--exhaust %d: it must not be less than 0", o.Exhaust)
	}
	o.Stages = reduce.All
	if o.Runs == 0 {
		o.Stages &^= reduce.Again
	}
	if o.Exhaust == 0 {
		o.Stages &^= reduce.Smallest
	}
	if m.Output != "" {
		if _, err := os.Stat(filepath.Dir(m.Output)); err != nil {
			return o, fmt.Errorf("-o %s: %w", m.Output, err)
		}
	}
	return o, nil
}

// Minimize reduces an execution and writes what is left to the output. The result is nil where there is an error; that it was
// ended early is none.
func (s Subject) Minimize(ctx context.Context, t *trace.Trace, m *Minimize) (*reduce.Result, error) {
	o, err := m.options()
	if err != nil {
		return nil, err
	}
	if m.Tell != nil {
		o.Progress = func(at reduce.Progress) {
			m.Tell(fmt.Sprintf("%s: %d events, %d from outside, %s", at.Stage, at.Events, at.Externals, count(at.Executions, "execution")))
		}
	}
	r, err := reduce.Reduce(ctx, s.System, t, o)
	if err != nil {
		return nil, err
	}
	r.Trace.Options = s.Words
	if m.Output != "" {
		if err := r.Trace.WriteFile(m.Output); err != nil {
			return nil, fmt.Errorf("-o: %w", err)
		}
	}
	return r, nil
}

// Hint says what can be done with the output.
func (m *Minimize) Hint(program string) string { return hint(program, m.Output) }

// hint says what can be done with a file in which an execution is; "" is none.
func hint(program, file string) string {
	if file == "" {
		return ""
	}
	if strings.ContainsAny(file, " \t'\"\\$*?") {
		file = "'" + strings.ReplaceAll(file, "'", `'\''`) + "'"
	}
	return fmt.Sprintf("\nIt is in %s; step through it with: %s debug --open %s\n", file, program, file)
}

func (h *host) minimizeCommand() *cobra.Command {
	var m Minimize
	c := &cobra.Command{
		Use: "minimize FILE", Short: "Make a recorded execution that violates something a short one that violates the same", Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			t, err := h.open(c, args[0])
			if err != nil {
				return err
			}
			s, err := h.subject(c)
			if err != nil {
				return err
			}
			tell, end := h.progress()
			m.Tell = tell
			r, err := s.Minimize(c.Context(), t, &m)
			end()
			var d *trace.Difference
			switch {
			case err != nil && c.Context().Err() != nil:
				return err
			case errors.As(err, &d):
				return &outcome{unexpected, fmt.Errorf("%s: %w", args[0], err)}
			case err != nil:
				return fmt.Errorf("%s: %w", args[0], err)
			}
			if err := r.Text(h.stdout); err != nil {
				return err
			}
			fmt.Fprint(h.stdout, m.Hint(h.target.Name))
			if m.Timing {
				_ = r.Timing(h.stderr) // there is no other place to say that this one is closed
			}
			return c.Context().Err()
		},
	}
	m.Register(c.Flags())
	return c
}
