package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// row counts the mutants of a package.
type row struct {
	name                        string
	planted, caught, equivalent int
}

// table has a row for each package.
type table []row

// count adds a mutant, and notes what one should know of it.
func (r *row) count(m *mutant, e entry, same *equivalent, notes *[]string) {
	listed := same.has(m)
	switch {
	case e.Result == stillborn:
		*notes = append(*notes, "does not compile: "+m.String())
		return
	case e.Result == caught && listed:
		*notes = append(*notes, fmt.Sprintf("not equivalent, for %s catches it: %s", e.By, m))
		r.caught++
	case e.Result == caught:
		r.caught++
	case listed:
		r.equivalent++
	default:
		*notes = append(*notes, "lives: "+m.String()+"\n\tkey: "+m.key())
	}
	r.planted++
}

// share is how many of those that can be caught are.
func (r row) share() string {
	if r.planted == r.equivalent {
		return "–"
	}
	percent := 1000 * r.caught / (r.planted - r.equivalent) // rounded down: 100 % means all
	return fmt.Sprintf("%d.%d %%", percent/10, percent%10)
}

// lives is how many bugs nothing caught that are not listed as equivalent.
func (t table) lives() (n int) {
	for _, r := range t {
		n += r.planted - r.caught - r.equivalent
	}
	return n
}

func (t table) String() string {
	var b strings.Builder
	b.WriteString("| package | planted | caught | equivalent | share caught |\n|---|---|---|---|---|\n")
	sum := row{name: "all"}
	for _, r := range t {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %s |\n", r.name, r.planted, r.caught, r.equivalent, r.share())
		sum.planted, sum.caught, sum.equivalent = sum.planted+r.planted, sum.caught+r.caught, sum.equivalent+r.equivalent
	}
	fmt.Fprintf(&b, "| **%s** | %d | %d | %d | %s |\n", sum.name, sum.planted, sum.caught, sum.equivalent, sum.share())
	return b.String()
}

// The table is between these lines of CONTRIBUTING.md.
const (
	begin = "<!-- mutants: begin -->\n"
	end   = "<!-- mutants: end -->\n"
)

// update writes the table into CONTRIBUTING.md.
func (t table) update(root string) error {
	path := filepath.Join(root, "CONTRIBUTING.md")
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, rest, found := strings.Cut(string(text), begin)
	_, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		return fmt.Errorf("%s has no place for the table: %q and %q", path, begin, end)
	}
	return os.WriteFile(path, []byte(before+begin+t.String()+end+after), 0o644)
}
