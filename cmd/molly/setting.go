package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"molly/datalog"
	"molly/dedalus"
	"molly/failure"
)

// specification are the flags that say under which failures a program is run. They
// override the program's own directive.
type specification struct {
	eot, eff, crashes number
	nodes             names
}

func (s *specification) register(c *cobra.Command) {
	f := c.Flags()
	f.VarP(&s.eot, "eot", "t", "the last time of a run (also spelled --EOT)")
	f.VarP(&s.eff, "eff", "f", "the first time at which no message is lost any more (also spelled --EFF)")
	f.VarP(&s.crashes, "crashes", "c", "how many nodes may crash")
	f.VarP(&s.nodes, "nodes", "N", "the nodes of a run")
	for _, flag := range []string{"eot", "eff", "crashes", "nodes"} {
		if err := c.RegisterFlagCompletionFunc(flag, cobra.NoFileCompletions); err != nil {
			panic(err)
		}
	}
}

// largestEOT keeps a mistyped number from filling the memory.
const largestEOT = 100_000

// setting is what flags and directive together say.
type setting struct {
	spec     failure.Spec
	nodes    []string
	inferred bool // the nodes are those that the facts name
}

// resolve joins the flags with the program's directive.
func (s *specification) resolve(p *dedalus.Program) (setting, error) {
	own := p.Settings()
	var missing, directed []string
	take := func(flag *number, directive *int, name string) int {
		switch {
		case flag.given:
			return flag.value
		case directive != nil:
			directed = append(directed, name)
			return *directive
		}
		missing = append(missing, name)
		return 0
	}
	r := setting{spec: failure.Spec{EOT: take(&s.eot, own.EOT, "EOT"), EFF: take(&s.eff, own.EFF, "EFF")}}
	r.nodes = s.nodes.list
	if r.nodes == nil {
		r.nodes = own.Nodes
	}
	if r.nodes == nil {
		r.nodes, r.inferred = p.Datalog().Places(), true
	}
	from := func(at datalog.Position) string {
		if len(directed) == 0 {
			return ""
		}
		return fmt.Sprintf("\n(%s: from the directive at %s)", strings.Join(directed, " and "), at.Short())
	}
	if missing != nil {
		return r, s.suggest(p, missing, r.nodes)
	}
	if s.crashes.given || own.Crashes != nil {
		r.spec.Crashes = take(&s.crashes, own.Crashes, "crashes")
	}
	if len(r.nodes) == 0 {
		return r, usageError("there are no nodes: no fact begins with a string, and no flag --nodes a,b,c and no directive names any")
	}
	if name, found := unprintable(r.nodes); found {
		return r, usageError("node %q has characters that cannot be shown\nName the nodes of the run with --nodes or in the directive", name)
	}
	if err := r.spec.Validate(len(r.nodes)); err != nil {
		return r, usageError("%v%s", err, from(own.Pos))
	}
	if r.spec.EOT > largestEOT {
		return r, usageError("EOT is %d: molly goes up to %d", r.spec.EOT, largestEOT)
	}
	return r, nil
}

// suggest is the error of a program that nothing says how long to run.
func (s *specification) suggest(p *dedalus.Program, missing, nodes []string) error {
	last := 1
	for _, f := range p.Datalog().Facts {
		last = max(last, f.Time)
	}
	own := p.Settings()
	pick := func(flag *number, directive *int, otherwise int) int {
		switch {
		case flag.given:
			return flag.value
		case directive != nil:
			return *directive
		}
		return otherwise
	}
	eot := pick(&s.eot, own.EOT, max(last+5, s.eff.value+3))
	eff := pick(&s.eff, own.EFF, min(last+2, max(eot-1, 0)))
	line := fmt.Sprintf("// molly: eot=%d eff=%d crashes=%d", eot, eff, pick(&s.crashes, own.Crashes, 0))
	if directable(nodes) {
		line += " nodes=" + strings.Join(nodes, ",")
	}
	var flags []string
	for _, m := range missing {
		flags = append(flags, "--"+strings.ToLower(m))
	}
	return usageError("%s not set: neither a flag (%s) nor a directive in the file says it\nGive the flags, or write a line such as this one into the file:\n    %s",
		strings.Join(missing, " and ")+plural(len(missing), " is", " are"), strings.Join(flags, ", "), line)
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// horizon warns of what lies beyond the end of a run, where the program's directive
// says when that is.
func horizon(p *dedalus.Program) dedalus.Diagnostics {
	if eot := p.Settings().EOT; eot != nil {
		return p.Horizon(*eot)
	}
	return nil
}
