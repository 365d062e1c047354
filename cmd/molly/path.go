package main

import (
	"bytes"
	"strconv"

	"github.com/spf13/cobra"

	"molly/debug"
	"molly/failure"
	"molly/internal/atomicfile"
	"molly/internal/target"
	"molly/node"
	steps "molly/node/session"
	"molly/node/trace"
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
	tr.Options = append([]string{}, e.Program.Files...)
	for _, folder := range e.Program.Include {
		tr.Options = append(tr.Options, "--include", folder)
	}
	for _, constant := range e.Program.Define {
		tr.Options = append(tr.Options, "--define", constant)
	}
	tr.Options = append(tr.Options, "--eot", strconv.Itoa(e.Spec.EOT), "--nodes", failure.QuoteNodes(e.Nodes))
	if p.file != "" {
		var b bytes.Buffer
		if err := tr.Write(&b); err != nil {
			return err
		}
		if err := atomicfile.Write(p.file, b.Bytes()); err != nil {
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
	x, err := steps.New(s)
	if err != nil {
		return err
	}
	defer x.Close()
	return e.serve(&debugFlags{browser: true}, x, tr, debug.Options{Title: s.Name, Header: trace.Header{Options: tr.Options}, Explain: target.Explain, Rules: target.Rules})
}
