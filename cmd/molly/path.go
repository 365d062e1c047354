package main

import (
	"github.com/spf13/cobra"

	"molly/failure"
	"molly/internal/target"
	"molly/node"
	"molly/node/host"
)

// pathFlag is the flags by which an execution is opened as steps of nodes.
type pathFlag struct {
	debug bool
	file  string
}

func (p *pathFlag) register(c *cobra.Command, what string) {
	c.Flags().BoolVar(&p.debug, "debug", false, "open "+what+" in the debugger, to go elsewhere from there")
	c.Flags().StringVar(&p.file, "trace", "", "write "+what+" to this `file`, as steps of nodes, for molly debug --open")
}

// follow opens an execution as its flags say. It does nothing where there is none.
func (p *pathFlag) follow(e *session, sc *failure.Scenario) error {
	if sc == nil || !p.debug && p.file == "" {
		return nil
	}
	tr, err := e.Question.Trace(e.Context(), *sc)
	if err != nil {
		return usageError("this cannot be opened as steps of nodes: %v", err)
	}
	tr.Options = target.Options{Include: e.Program.Include, Define: e.Program.Define, EOT: &e.Spec.EOT, Nodes: e.Nodes}.Words(e.Program.Files)
	if p.file != "" {
		if err := tr.WriteFile(p.file); err != nil {
			return err
		}
	}
	if !p.debug {
		return nil
	}
	s, err := e.System(node.Any)
	if err != nil {
		return err
	}
	subject := target.Program(s, e.Program)
	subject.Words = tr.Options
	return subject.Debug(e.Context(), host.Debug{Path: tr, Tell: e.tellPage(true)})
}
