package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"

	"molly/dedalus"
	"molly/export/asp"
	"molly/failure"
)

// answer reads the scenario that clingo's output names.
func (e *session) answer(f *runFlags) (failure.Scenario, error) {
	if len(f.faults.omissions)+len(f.faults.crashes) > 0 {
		return nil, usageError("--from-clingo names the faults of the run: --omit and --crash cannot add to them")
	}
	output, name, err := e.clingo(f.clingo)
	if err != nil {
		return nil, err
	}
	sc, err := asp.ReadScenario(output)
	if err != nil {
		return nil, usageError("--from-clingo: %s: %v", name, err)
	}
	if err := sc.Admissible(e.Spec, e.Nodes); err != nil {
		return nil, usageError("--from-clingo: %s: this scenario is not admissible under %v: %v", name, e.Spec, err)
	}
	return sc, nil
}

// clingo reads a file, or standard input.
func (e *session) clingo(file string) (output []byte, name string, err error) {
	if file != "-" {
		if output, err = os.ReadFile(file); err != nil {
			return nil, "", usageError("--from-clingo: %v", err)
		}
		return output, quote(file), nil
	}
	if slices.Contains(e.Program.Files, "-") {
		return nil, "", usageError("standard input cannot be both the program and clingo's output")
	}
	if e.stdin == nil {
		return nil, "standard input", nil
	}
	if output, err = io.ReadAll(e.stdin); err != nil {
		if ended := context.Cause(e.ctx); ended != nil {
			return nil, "", ended
		}
		return nil, "", fmt.Errorf("standard input: %w", err)
	}
	return output, "standard input", nil
}

// disagree warns of an answer that is no counterexample.
func (e *session) disagree() {
	e.warnings = append(e.warnings, dedalus.Diagnostic{
		Severity: dedalus.Warning, Code: "second-opinion", Width: 1,
		Message: "clingo's scenario does not violate the invariant",
		Hint:    "was the program compiled from the same files, with the same specification, nodes and --outcomes?",
	})
}
