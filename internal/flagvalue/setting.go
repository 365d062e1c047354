package flagvalue

import (
	"errors"

	"github.com/spf13/cobra"

	"molly/dedalus"
	"molly/failure"
)

// Setting is the flags that say under which failures a program is run. They override the program's
// own directive.
type Setting struct {
	EOT, EFF, Crashes Number
	Nodes             Nodes
	Wider
}

// Wider is the flags that say what may go wrong besides losses and crashes, and where and when.
type Wider struct {
	delay, restarts, faults, until Number
	noLoss, twice, fifo            YesNo
	lossy                          Text[failure.Links]
	crashable                      Text[failure.NodeSet]
}

// Register adds all flags.
func (s *Setting) Register(c *cobra.Command) {
	f := c.Flags()
	f.VarP(&s.EOT, "eot", "t", "the last time of a run (also spelled --EOT)")
	f.VarP(&s.EFF, "eff", "f", "the first time at which messages are no longer lost (also spelled --EFF)")
	f.VarP(&s.Crashes, "crashes", "c", "how many nodes may crash")
	f.VarP(&s.Nodes, "nodes", "N", "the nodes of a run")
	for _, flag := range []string{"eot", "eff", "crashes", "nodes"} {
		Complete(c, flag)
	}
	s.Wider.Register(c)
}

// Register adds the flags. It leaves out --twice where the command has a flag of that name: see
// [Wider.Twice].
func (w *Wider) Register(c *cobra.Command) {
	f := c.Flags()
	f.Var(&w.delay, "delay", "by how many rounds messages may be late")
	w.noLoss.register(c, "no-loss", "no message is lost but by crashes: a slow network, with --delay")
	if f.Lookup("twice") == nil {
		w.twice.register(c, "twice", "messages may arrive a second time")
	}
	w.fifo.register(c, "fifo", "links keep order: what is late holds up what is sent later")
	f.Var(&w.restarts, "restarts", "how many of the nodes that crash may come back")
	f.Var(&w.faults, "faults", "how many faults there may be in all (0: any number)")
	w.lossy.parse, w.lossy.word = failure.ParseLinks, "a->b,b->*"
	f.Var(&w.lossy, "lossy", "only these links lose, delay or double messages")
	w.crashable.parse, w.crashable.word = failure.ParseNodeSet, "a,b"
	f.Var(&w.crashable, "crashable", "only these nodes crash or go down")
	f.Var(&w.until, "crash-until", "the last time at which a node crashes or goes down (0: EOT)")
	for _, flag := range []string{"delay", "restarts", "faults", "lossy", "crashable", "crash-until"} {
		Complete(c, flag)
	}
}

// Twice says whether messages may arrive a second time, for commands that have another flag
// --twice.
func (w *Wider) Twice(yes bool) { w.twice = YesNo{yes, true} }

// Settings are what the flags say.
func (s *Setting) Settings() dedalus.Settings {
	given := s.Wider.Settings()
	given.EOT, given.EFF, given.Crashes, given.Nodes = s.EOT.OrNil(), s.EFF.OrNil(), s.Crashes.OrNil(), s.Nodes.List
	return given
}

// Settings are what the flags say.
func (w *Wider) Settings() dedalus.Settings {
	return dedalus.Settings{
		Delay: w.delay.OrNil(), Restarts: w.restarts.OrNil(), MaxFaults: w.faults.OrNil(), CrashUntil: w.until.OrNil(),
		NoLoss: w.noLoss.OrNil(), Twice: w.twice.OrNil(), FIFO: w.fifo.OrNil(),
		Lossy: w.lossy.OrNil(), Crashable: w.crashable.OrNil(),
	}
}

// YesNo is yes or no, and knows whether it was given. A flag without a value says yes.
type YesNo struct{ Value, Given bool }

func (y *YesNo) register(c *cobra.Command, name, usage string) {
	c.Flags().Var(y, name, usage)
	c.Flags().Lookup(name).NoOptDefVal = "yes"
	Complete(c, name, "yes", "no")
}

// Set implements pflag.Value.
func (y *YesNo) Set(text string) error {
	switch text {
	case "yes", "true":
		y.Value = true
	case "no", "false":
		y.Value = false
	default:
		return errors.New("it must be yes or no")
	}
	y.Given = true
	return nil
}

// String implements pflag.Value.
func (y *YesNo) String() string {
	switch {
	case !y.Given:
		return ""
	case y.Value:
		return "yes"
	}
	return "no"
}

// Type implements pflag.Value.
func (y *YesNo) Type() string { return "yes|no" }

// OrNil is the value, or nil where it was not given.
func (y *YesNo) OrNil() *bool {
	if !y.Given {
		return nil
	}
	return &y.Value
}

// Text is a value in one text, and knows whether it was given.
type Text[T ~string] struct {
	value T
	given bool
	parse func(string) (T, error)
	word  string // such as it is written
}

// Set implements pflag.Value.
func (t *Text[T]) Set(text string) error {
	v, err := t.parse(text)
	if err == nil {
		t.value, t.given = v, true
	}
	return err
}

// String implements pflag.Value.
func (t *Text[T]) String() string { return string(t.value) }

// Type implements pflag.Value.
func (t *Text[T]) Type() string { return t.word }

// OrNil is the value, or nil where it was not given.
func (t *Text[T]) OrNil() *T {
	if !t.given {
		return nil
	}
	return &t.value
}
