// Package target finds what a command line names as something that takes steps: a Dedalus program, one of the
// samples, or processes.
package target

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"molly"
	"molly/explore/fuzz"
	"molly/failure"
	"molly/internal/nearest"
	"molly/node"
	"molly/node/dedalus"
	"molly/node/host"
	"molly/node/predicate"
	"molly/node/process"
)

// Options say which target, and how it is run.
type Options struct {
	Include, Define []string // of a Dedalus program
	EOT             *int     // of a Dedalus program: the last step of each node; nil is the directive's, 0 no end
	Nodes           []string // names; of raft, their number, such as 5, is enough
	Members         int      // of raft: how many are members at first; 0: all
	Bugs            []string // of a sample
	FIFO            bool
	Processes       []string // NAME=COMMAND, with its arguments
	Listen          string   // an address at which processes register
	Answer          time.Duration
	Never           []string // conditions of package predicate
	Stdin           io.Reader
	Tell            func(string) // what happens while processes are waited for
}

// Target is something that takes steps.
type Target struct {
	host.Subject
	Close func()
}

// Words are the arguments and flags that name a target on a command line.
func (o Options) Words(args []string) []string {
	list := slices.Clone(args)
	each := func(flag string, values []string) {
		for _, v := range values {
			list = append(list, flag, v)
		}
	}
	each("--include", o.Include)
	each("--define", o.Define)
	if o.EOT != nil {
		each("--eot", []string{strconv.Itoa(*o.EOT)})
	}
	if len(o.Nodes) > 0 {
		each("--nodes", []string{failure.QuoteNodes(o.Nodes)})
	}
	if o.Members > 0 {
		each("--members", []string{strconv.Itoa(o.Members)})
	}
	each("--bug", o.Bugs)
	if o.FIFO {
		list = append(list, "--fifo")
	}
	each("--never", o.Never)
	each("--process", o.Processes)
	if o.Listen != "" {
		each("--listen", []string{o.Listen})
	}
	return list
}

// Open finds a target. The error says what is wrong with what was asked for; of a program it is a *molly.LoadError.
func Open(ctx context.Context, args []string, o Options) (*Target, error) {
	t, err := open(ctx, args, o)
	if err != nil {
		return nil, err
	}
	t.Words = o.Words(args)
	if err := predicate.NeverAll(t.System, o.Never); err != nil {
		t.Close()
		return nil, err
	}
	return t, nil
}

func open(ctx context.Context, args []string, o Options) (*Target, error) {
	order := node.Any
	if o.FIFO {
		order = node.FIFO
	}
	limits := process.Limits{Answer: o.Answer}
	switch {
	case len(o.Processes) > 0 || o.Listen != "":
		if len(args) > 0 || len(o.Processes) > 0 && o.Listen != "" {
			return nil, errors.New("name one target: a program, a sample, --process or --listen")
		}
		if o.Listen != "" {
			return listen(ctx, o, order, limits)
		}
		return processes(ctx, o, order, limits)
	case len(args) == 0:
		return nil, fmt.Errorf("name a target: a Dedalus file or protocol, one of %s, --process NAME=COMMAND or --listen ADDRESS", strings.Join(sampleNames(), ", "))
	}
	if len(args) == 1 {
		if s, ok := sample(args[0]); ok {
			return s.open(o, order)
		}
	}
	if len(o.Bugs) > 0 || o.Members > 0 {
		return nil, errors.New("--bug and --members are for samples, and this is a program")
	}
	return program(ctx, args, o, order)
}

func program(ctx context.Context, files []string, o Options, order node.Order) (*Target, error) {
	p, err := molly.Sources{Include: o.Include, Define: o.Define, Stdin: o.Stdin}.Load(ctx, files...)
	if err != nil {
		meansSample(err, files[0])
		return nil, err
	}
	asked := molly.Options{EOT: o.EOT, EFF: new(int), Nodes: o.Nodes} // what is lost is for whoever steps to say
	endless := o.EOT != nil && *o.EOT == 0
	if endless {
		asked.EOT = new(1)
	}
	q, err := p.Question(asked)
	if err != nil {
		return nil, err
	}
	until := q.Spec.EOT
	if endless {
		until = 0
	}
	s, err := dedalus.System(p.Name(), p.Datalog(), q.Nodes, dedalus.Options{Until: until, Order: order})
	if err != nil {
		return nil, err
	}
	t := Program(s, p)
	t.Ends = !endless
	t.Plan = programPlan(p, until)
	return &Target{t, func() {}}, nil
}

// meansSample makes an error about a file that is not there say which samples there are, where nothing
// else may be meant and the name has no folder.
func meansSample(err error, name string) {
	var load *molly.LoadError
	if !errors.As(err, &load) || len(load.Diagnostics) != 1 || filepath.Base(name) != name {
		return
	}
	if d := &load.Diagnostics[0]; d.Code == "file" && d.Hint == "" {
		d.Hint = "the samples are " + strings.Join(sampleNames(), ", ")
		if near := nearest.Word(name, sampleNames()); near != "" {
			d.Hint = "did you mean the sample " + near + "?"
		}
	}
}

// programPlan is the plan of a program that ends at a step, or at 0 never: no message is lost and no node crashes, but
// messages are late, and clocks differ, up to the EFF of its directive, or half of the steps where that is none of them.
func programPlan(p *molly.Program, until int) fuzz.Plan {
	plan := fuzz.Plan{Events: 1000, Timer: 0.2, Skew: 2}
	if until == 0 {
		return plan
	}
	plan.Events, plan.Fair = 10_000, max(1, until/2)
	if own := p.Settings().EFF; own != nil && *own > 0 && *own < until {
		plan.Fair = *own
	}
	return plan
}

// Program is a program that was made a system, with its lineage.
func Program(s *node.System, p *molly.Program) host.Subject {
	t := host.Subject{System: s, Explain: dedalus.Explain, Rules: dedalus.LastRules}
	for _, r := range p.Datalog().Relations {
		t.Commands = append(t.Commands, r.Name)
	}
	return t
}

func processes(ctx context.Context, o Options, order node.Order, limits process.Limits) (*Target, error) {
	var programs []process.Program
	for _, text := range o.Processes {
		name, command, ok := strings.Cut(text, "=")
		if !ok || name == "" || strings.TrimSpace(command) == "" {
			return nil, fmt.Errorf("--process %q: write NAME=COMMAND, such as a=\"python3 node.py\"", text)
		}
		programs = append(programs, process.Program{Name: name, Command: strings.Fields(command)})
	}
	s, done, err := process.System("processes", programs, order, limits)
	if err != nil {
		return nil, err
	}
	return untilDone(ctx, s, done), nil
}

func listen(ctx context.Context, o Options, order node.Order, limits process.Limits) (*Target, error) {
	if len(o.Nodes) == 0 {
		return nil, errors.New("--listen needs the names of the nodes that will register: --nodes a,b,c")
	}
	l, err := net.Listen("tcp", o.Listen)
	if err != nil {
		return nil, fmt.Errorf("--listen %s: %w", o.Listen, err)
	}
	if o.Tell != nil {
		o.Tell(fmt.Sprintf("waiting at %v for %s to register", l.Addr(), strings.Join(o.Nodes, ", ")))
	}
	s, done, err := process.Listen(ctx, l, o.Nodes, order, limits, o.Tell)
	if err != nil {
		return nil, err
	}
	return untilDone(ctx, s, done), nil
}

// untilDone is a target whose processes end with a context, also while one is waited for.
func untilDone(ctx context.Context, s *node.System, done func()) *Target {
	stop := context.AfterFunc(ctx, done)
	return &Target{host.Subject{System: s}, func() { stop(); done() }}
}
