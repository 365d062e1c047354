package host

import (
	"fmt"
	"io"
	"maps"
	"math/big"
	"slices"
	"strings"
	"text/tabwriter"

	"molly/explore/fuzz"
	"molly/internal/numeral"
)

// Text says in words what was found.
func (f *Found) Text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: seed %d, %s, %s, %.1f s, %s/s\n", f.name(), f.Seed, count(f.Runs, "run"), count(f.Events, "event"),
		f.Elapsed.Seconds(), count(int(float64(f.Events)/max(f.Elapsed.Seconds(), 1e-3)), "event"))
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
	case fuzz.Interrupted:
		b.WriteString("interrupted: this is what there was by then\n")
	case fuzz.Stopped:
		b.WriteString("the time was over\n")
	}
	if len(f.Violations) == 0 {
		b.WriteString("no violation\n")
	} else {
		fmt.Fprintf(&b, "%s, the first after %.1f s\n\n", count(len(f.Violations), "violation"), f.first.Seconds())
		f.table(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// name is the target as on a command line, with its system where the words do not begin with one.
func (f *Found) name() string {
	name := strings.Join(f.Target, " ")
	if name == "" || name[0] == '-' {
		name = strings.TrimRight(f.System+" "+name, " ")
	}
	return name
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
