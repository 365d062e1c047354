package main

import (
	"strings"

	"github.com/spf13/cobra"

	"molly/protocols"
)

func (t *tool) protocolsCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "protocols",
		Short: "List the protocols that ship with molly",
		Long: `List the protocols that ship with molly. Their names work in every folder wherever a file is
expected; a path on disk with the same name wins. Each has its own specification, which
flags override, and a set of verdicts that are known.`,
		Example: `  molly protocols
  molly verify delivery/ack`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			list, err := t.protocols()
			if err != nil {
				return err
			}
			if asJSON {
				return t.encode(protocolsJSON{schema, list})
			}
			t.printProtocols(list)
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON (docs/json.md)")
	return c
}

// protocolsJSON is the JSON of protocols.
type protocolsJSON struct {
	Schema    int            `json:"schema"`
	Protocols []protocolJSON `json:"protocols"`
}

type protocolJSON struct {
	Name     string         `json:"name"`
	Title    string         `json:"title"`
	Spec     specJSON       `json:"spec"`
	Expected []expectedJSON `json:"expected"`
}

type expectedJSON struct {
	EOT     int    `json:"eot"`
	EFF     int    `json:"eff"`
	Crashes int    `json:"crashes"`
	Verdict string `json:"verdict"`
}

func (t *tool) protocols() ([]protocolJSON, error) {
	var list []protocolJSON
	for _, p := range protocols.All() {
		program, _, err := t.load(sources{}, []string{p.Name})
		if err != nil {
			return nil, err
		}
		s, err := (&specification{}).resolve(program)
		if err != nil {
			return nil, err
		}
		j := protocolJSON{p.Name, p.Title, specificationJSON(s.spec, s.nodes), []expectedJSON{}}
		for _, e := range protocols.Expectations() {
			if e.Protocol == p.Name {
				verdict := map[bool]string{true: "certified", false: "counterexample"}[e.Holds]
				j.Expected = append(j.Expected, expectedJSON{e.Spec.EOT, e.Spec.EFF, e.Spec.Crashes, verdict})
			}
		}
		list = append(list, j)
	}
	return list, nil
}

func (t *tool) printProtocols(list []protocolJSON) {
	for i, p := range list {
		if i > 0 {
			t.printf("\n")
		}
		t.printf("%s\n  %s\n  nodes %s\n", t.style.paint(colourTitle, p.Name), p.Title, strings.Join(p.Spec.Nodes, ", "))
		for _, e := range p.Expected {
			t.printf("  ⟨%d,%d,%d⟩ %s\n", e.EOT, e.EFF, e.Crashes, e.Verdict)
		}
	}
}
