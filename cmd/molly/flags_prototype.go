package main

import "molly/internal/flagvalue"

// prototypeFlags says what to use instead of flags, and of words for flags, of Molly's prototype.
var prototypeFlags = flagvalue.Foreign{
	Flags: map[string]string{
		"negative-support":         "the prototype's flag of this name switched negative support off; molly's negation is always exact, and there is nothing to switch\nThe formula without it: molly hazard --negation ignore",
		"prov-diagrams":            "molly draws lineage where it is asked for: molly draw FILE --lineage TUPLE, or molly report FILE for all of it in a page",
		"disable-dot-rendering":    "there is nothing to disable: molly draws only what it is asked for (molly draw, molly report), and needs no Graphviz",
		"use-symmetry":             "leave it out: molly uses symmetry by itself; to see counterexamples that differ only in the names of nodes once: molly verify --all --group",
		"find-all-counterexamples": "use --all: molly verify --all lists every minimal counterexample",
	},
	Words: map[string]map[string]string{
		"strategy": {
			"sat":     "the prototype's sat is the loop of the LDFI paper: use --strategy ldfi, or leave it out (symbolic answers at once)",
			"pcausal": "there is no such strategy here: use --strategy ldfi, which follows lineage, or --strategy random",
		},
		"solver": {
			"z3":    "molly has its solvers built in: leave it out, or use --solver gini or gophersat",
			"sat4j": "molly has its solvers built in: leave it out, or use --solver gini or gophersat",
		},
	},
}
