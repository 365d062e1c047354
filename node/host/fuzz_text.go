package host

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/big"
	"slices"
	"strings"
	"text/tabwriter"

	"molly/explore/fuzz"
	"molly/internal/numeral"
	"molly/node"
)

// Text says in words what was found.
func (f *Found) Text(w io.Writer) error {
	var b strings.Builder
	name := strings.Join(f.Target, " ")
	if name == "" || name[0] == '-' {
		name = strings.TrimRight(f.System+" "+name, " ")
	}
	fmt.Fprintf(&b, "%s: seed %d, %s, %s, %.1f s, %s/s\n", name, f.Seed, count(f.Runs, "run"), count(f.Events, "event"),
		f.seconds, count(int(float64(f.Events)/max(f.seconds, 1e-3)), "event"))
	var did []string
	for _, kind := range slices.Sorted(maps.Keys(f.Did)) {
		did = append(did, fmt.Sprintf("%v %s", kind, numeral.Grouped(big.NewInt(int64(f.Did[kind])))))
	}
	fmt.Fprintf(&b, "  %s\n", strings.Join(did, ", "))
	if f.Shapes > 0 {
		fmt.Fprintf(&b, "  %s of states of nodes, the last new one in run %d\n", count(f.Shapes, "shape"), f.LastShape)
	}
	if f.Broken > 0 {
		fmt.Fprintf(&b, "  in %s a node did not answer any more, first in run %d: %s\n", count(f.Broken, "run"), f.FirstBroken, f.WhyBroken)
	}
	switch f.Ended {
	case Interrupted:
		b.WriteString("interrupted: this is what there was by then\n")
	case TimeOver:
		b.WriteString("the time was over\n")
	}
	if len(f.Violations) == 0 {
		b.WriteString("no violation\n")
	} else {
		fmt.Fprintf(&b, "%s, the first after %.1f s\n\n", count(len(f.Violations), "violation"), f.first)
		f.table(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// table lists the violations.
func (f *Found) table(b *strings.Builder) {
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "violation\truns\tfirst\tkept\tevents\texternals\tfile")
	for _, v := range f.Violations {
		file := f.Files[v.Fingerprint]
		if file == "" {
			file = "-"
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%d\t%s\n", v.Fingerprint, v.Count, v.First, v.Run, v.Events, v.Externals, file)
	}
	_ = t.Flush() // a builder takes everything
	b.WriteByte('\n')
	for _, v := range f.Violations {
		fmt.Fprintf(b, "run %d: %s\n", v.Run, v.Text)
		if v.Differs != nil {
			fmt.Fprintf(b, "  NOT DETERMINISTIC: the same steps do not show it again: %v\n", v.Differs)
		}
	}
	if len(f.Files) == 0 {
		b.WriteString("--save FOLDER keeps the executions as traces\n")
	}
}

// foundJSON is the result as JSON. docs/fuzz.md describes it.
type foundJSON struct {
	Target     []string          `json:"target"`
	Seed       uint64            `json:"seed"`
	Ended      Ending            `json:"ended"`
	Runs       int               `json:"runs"`
	Events     int               `json:"events"`
	Did        map[node.Kind]int `json:"did"`
	Shapes     int               `json:"shapes"`
	LastShape  int               `json:"last_shape"`
	Broken     *brokenJSON       `json:"broken,omitempty"`
	Violations []violationJSON   `json:"violations"`
}

type brokenJSON struct {
	Runs  int    `json:"runs"`
	First int    `json:"first"`
	Text  string `json:"text"`
}

type violationJSON struct {
	node.Violation
	Runs      int    `json:"runs"`
	First     int    `json:"first"`
	Run       int    `json:"run"`
	Events    int    `json:"events"`
	Externals int    `json:"externals"`
	File      string `json:"file,omitempty"`
	Exact     bool   `json:"exact"`
	Differs   string `json:"differs,omitempty"`
}

// JSON writes the result as JSON, on a line. It has no times: the same call gives the same bytes.
func (f *Found) JSON(w io.Writer) error {
	j := foundJSON{
		Target: f.Target, Seed: f.Seed, Ended: f.Ended, Runs: f.Runs, Events: f.Events, Did: f.Did, Shapes: f.Shapes, LastShape: f.LastShape,
		Violations: []violationJSON{},
	}
	if f.Target == nil {
		j.Target = []string{}
	}
	if f.Broken > 0 {
		j.Broken = &brokenJSON{f.Broken, f.FirstBroken, f.WhyBroken}
	}
	for _, v := range f.Violations {
		j.Violations = append(j.Violations, f.violation(v))
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(j)
}

func (f *Found) violation(v *fuzz.Violation) violationJSON {
	j := violationJSON{
		Violation: v.Violation, Runs: v.Count, First: v.First, Run: v.Run, Events: v.Events, Externals: v.Externals,
		File: f.Files[v.Fingerprint], Exact: v.Differs == nil,
	}
	if v.Differs != nil {
		j.Differs = v.Differs.Error()
	}
	return j
}
