package host

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"molly/explore/fuzz"
)

// FuzzFlags are the flags of fuzz, for molly and for programs of one's own.
type FuzzFlags struct {
	fuzz   Fuzz
	show   bool
	file   string
	timers []string
	waits  []string
	junit  string
	given  fuzz.Plan
	flags  *pflag.FlagSet
}

// defaultRuns is how many runs there are where nothing bounds them.
const defaultRuns = 1000

// Register adds the flags to a set.
func (f *FuzzFlags) Register(flags *pflag.FlagSet) {
	f.flags = flags
	o := &f.fuzz
	flags.Uint64Var(&o.Seed, "seed", 1, "of the random choices: the same `seed` makes the same runs")
	flags.IntVar(&o.Runs, "runs", 0, fmt.Sprintf("how many executions (default %d, or without a bound where --time is given)", defaultRuns))
	flags.DurationVar(&o.Time, "time", 0, "begin no execution after this `time`, such as 30s or 10m")
	flags.IntVar(&o.Until, "until", 1, "end when so many different violations are found (0: go on)")
	flags.StringVar(&o.Save, "save", "", "write the trace of each violation into this `folder`")
	flags.BoolVar(&o.All, "all", false, "with --save: write the trace of each execution that violates something, not only the shortest of each violation")
	flags.StringVar(&f.junit, "junit", "", "also write what is found to `file`, as the XML of JUnit that CI systems read")
	flags.StringVar(&f.file, "plan", "", "a `file` that says what happens how often, in the place of the target's plan")
	flags.BoolVar(&f.show, "show-plan", false, "print the plan, and make no execution")
	flags.StringArrayVar(&f.timers, "timer", nil, "the weight of each timer, or of those of one type: `WEIGHT` or TYPE=WEIGHT (repeatable)")
	flags.StringArrayVar(&f.waits, "wait", nil, "hold back what comes from outside until this `condition` holds, or until quiescence (repeatable)")
	p := &f.given
	for name, n := range integers(p) {
		flags.IntVar(n, name, 0, planUsage[name])
	}
	for name, weight := range weights(p) {
		flags.Float64Var(weight, name, 0, planUsage[name])
	}
}

// planUsage says what the fields of a plan are that are flags, too.
var planUsage = map[string]string{
	"events":    "how many `events` an execution has at most",
	"externals": "how often something comes from outside at most, in an `execution`",
	"fair":      "after so many `timers` of a node nothing is random any more (0: never)",
	"skew":      "how many more `timers` a node fires at most than another (0: no bound)",
	"drop":      "the `weight` of losing a message, against 1 for its delivery",
	"duplicate": "the `weight` of doubling a message",
	"crash":     "the `weight` of a crash, of each node that is up",
	"restart":   "the `weight` of a restart, of each node that is down",
	"lose":      "the `probability` that a restart loses stable storage",
	"cut":       "the `weight` of cutting a link",
	"heal":      "the `weight` of healing a link",
	"partition": "the `weight` of cutting all links between two groups of nodes",
	"reunite":   "the `weight` of healing all links",
	"command":   "the `weight` of all commands together",
}

// integers are the numbers of a plan that are flags.
func integers(p *fuzz.Plan) map[string]*int {
	return map[string]*int{"events": &p.Events, "externals": &p.Externals, "fair": &p.Fair, "skew": &p.Skew}
}

// weights are the weights of a plan that are flags.
func weights(p *fuzz.Plan) map[string]*float64 {
	return map[string]*float64{
		"drop": &p.Drop, "duplicate": &p.Duplicate, "crash": &p.Crash, "restart": &p.Restart, "lose": &p.Lose, "cut": &p.Cut, "heal": &p.Heal,
		"partition": &p.Partition, "reunite": &p.Reunite, "command": &p.Command,
	}
}

// Run does what the flags ask for. The result is nil where the plan was asked for, which it writes then, and where something is wrong.
// Where the context ends first, the result is what there is by then, and the error is the context's.
func (f *FuzzFlags) Run(ctx context.Context, s Subject, out io.Writer, tell func(string)) (*Found, error) {
	o, err := f.ask(s)
	if err != nil {
		return nil, err
	}
	if f.show {
		e := json.NewEncoder(out)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return nil, e.Encode(o.Plan)
	}
	o.Tell = tell
	found, err := s.Fuzz(ctx, o)
	if err == nil && f.junit != "" {
		err = found.junit(f.junit)
	}
	return found, err
}

// ask is what the flags ask for, of a subject.
func (f *FuzzFlags) ask(s Subject) (Fuzz, error) {
	o := f.fuzz
	if o.Runs < 0 || o.Until < 0 || o.Time < 0 || f.flags.Changed("runs") && o.Runs == 0 || f.flags.Changed("time") && o.Time == 0 {
		return o, errors.New("--runs and --time must be more than 0, and --until not less than 0")
	}
	if err := writable("junit", f.junit); err != nil {
		return o, err
	}
	if o.All && o.Save == "" {
		return o, errors.New("--all says which traces are saved: give --save, too")
	}
	if o.Runs == 0 && o.Time == 0 {
		o.Runs = defaultRuns
	}
	var err error
	if o.Plan, err = f.plan(s); err != nil {
		return o, err
	}
	if err := o.Plan.Check(s.System); err != nil {
		return o, fmt.Errorf("the plan: %w", err)
	}
	return o, nil
}

// plan is the target's, or that of the file, with what the flags change in it.
func (f *FuzzFlags) plan(s Subject) (fuzz.Plan, error) {
	p := s.Plan
	if p.Events == 0 && p.Timer == 0 && len(p.Timers) == 0 {
		p = fuzz.Default(s.Commands...)
	}
	if f.file != "" {
		text, err := os.ReadFile(f.file)
		if err != nil {
			return p, fmt.Errorf("--plan: %w", err)
		}
		if p, err = fuzz.Read(text); err != nil {
			return p, fmt.Errorf("%s:%w", f.file, err)
		}
	}
	for name, n := range integers(&p) {
		if f.flags.Changed(name) {
			*n = *integers(&f.given)[name]
		}
	}
	for name, weight := range weights(&p) {
		if f.flags.Changed(name) {
			*weight = *weights(&f.given)[name]
		}
	}
	for _, condition := range f.waits {
		p.Waits = append(p.Waits, fuzz.Wait{For: condition})
	}
	return p, f.weighTimers(&p)
}

// weighTimers sets what --timer says.
func (f *FuzzFlags) weighTimers(p *fuzz.Plan) error {
	p.Timers = maps.Clone(p.Timers)
	for _, text := range f.timers {
		kind, number, own := strings.Cut(text, "=")
		if !own {
			kind, number = "", text
		}
		weight, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return fmt.Errorf("--timer %s: write a weight, such as 0.05, or TYPE=WEIGHT", text)
		}
		if !own {
			p.Timer, p.Timers = weight, nil
			continue
		}
		if p.Timers == nil {
			p.Timers = map[string]float64{}
		}
		p.Timers[kind] = weight
	}
	return nil
}

func (h *host) fuzzCommand() *cobra.Command {
	var f FuzzFlags
	c := &cobra.Command{
		Use: "fuzz", Short: "Make random executions, and say what they violate", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			s, err := h.subject(c)
			if err != nil {
				return err
			}
			tell, end := h.progress()
			found, err := f.Run(c.Context(), s, h.stdout, tell)
			end()
			if found == nil {
				return err
			}
			if err := errors.Join(err, found.Text(h.stdout)); err != nil || len(found.Violations) == 0 {
				return err
			}
			return &outcome{code: unexpected}
		},
	}
	f.Register(c.Flags())
	return c
}
