package failure

import (
	"fmt"
	"slices"
	"strings"

	"molly/internal/numeral"
)

// Cut is a set of omissions that belong together: at each of some times, nothing that nodes of one
// side send those of another arrives.
type Cut struct {
	// Sides are disjoint sets of nodes, each sorted. What the first side sends the second is
	// lost, and nothing else; or, where Mutual is set, what any side sends any other one.
	Sides  [][]string
	Mutual bool
	Times  []int // of sending, sorted
}

// fewestLosses is how many omissions a cut has at least: fewer are as short one by one.
const fewestLosses = 3

// Cuts groups the omissions of a scenario, the largest cuts first, and returns those that are left
// over in order. Each omission is in one cut, or left over. The same scenario always has the same
// cuts; that no other cuts are fewer is not promised.
func (s Scenario) Cuts() (cuts []Cut, rest []Fault) {
	list := s.Omissions()
	grouped := map[Fault]bool{}
	take := func(c Cut) {
		cuts = append(cuts, c)
		for _, f := range c.Omissions() {
			grouped[f] = true
		}
	}
	if table := newLossTable(list); table == nil {
		for _, c := range linkCuts(list) {
			take(c)
		}
	} else {
		for c := table.largest(); c != nil; c = table.largest() {
			take(table.named(c))
			for _, f := range cuts[len(cuts)-1].Omissions() {
				table.set(f, false)
			}
		}
	}
	for _, f := range list {
		if !grouped[f] {
			rest = append(rest, f)
		}
	}
	return cuts, rest
}

// Omissions lists what the cut loses, in order.
func (c Cut) Omissions() []Fault {
	var list []Fault
	for i, side := range c.Sides {
		for j, other := range c.Sides {
			if i == j || i > j && !c.Mutual {
				continue
			}
			for _, from := range side {
				for _, to := range other {
					for _, t := range c.Times {
						list = append(list, Omit(from, to, t))
					}
				}
			}
		}
	}
	slices.SortFunc(list, Fault.Compare)
	return list
}

// Describe says in words what the cut loses. The times are those at which it would be sent.
func (c Cut) Describe() string {
	first, last := c.Times[0], c.Times[len(c.Times)-1]
	when := "at " + numeral.Ranges(c.Times)
	if last > first && last-first == len(c.Times)-1 {
		when = fmt.Sprintf("from %d to %d", first, last)
	}
	losses := fmt.Sprintf("%d losses", len(c.Omissions()))
	switch a, b := c.Sides[0], c.Sides[1]; {
	case c.Mutual:
		return fmt.Sprintf("%s, %s do not hear each other: %s", when, and(c.names()), losses)
	case len(a) == 1 && len(b) == 1:
		return fmt.Sprintf("%s → %s lost at %s: %s", quoted(a[0]), quoted(b[0]), numeral.Ranges(c.Times), losses)
	case len(b) == 1:
		return fmt.Sprintf("%s, %s does not hear %s: %s", when, quoted(b[0]), and(quotedAll(a)), losses)
	default:
		return fmt.Sprintf("%s, %s do not hear %s: %s", when, and(quotedAll(b)), and(quotedAll(a)), losses)
	}
}

// names are the sides as text, in braces where one of them has several nodes.
func (c Cut) names() []string {
	single := !slices.ContainsFunc(c.Sides, func(side []string) bool { return len(side) > 1 })
	var list []string
	for _, side := range c.Sides {
		name := strings.Join(quotedAll(side), ",")
		if !single {
			name = "{" + name + "}"
		}
		list = append(list, name)
	}
	return list
}

func quotedAll(nodes []string) []string {
	list := make([]string, len(nodes))
	for i, n := range nodes {
		list[i] = quoted(n)
	}
	return list
}

// and joins words: a, b and c.
func and(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return words[0]
}

// Summary says in words what the faults do, as Describe does, where those that are a cut have one
// line together. It is in the order of what comes first in each line.
func (s Scenario) Summary() []string {
	type line struct {
		first Fault
		words string
	}
	cuts, rest := s.Cuts()
	var lines []line
	for _, c := range cuts {
		lines = append(lines, line{c.Omissions()[0], c.Describe()})
	}
	for _, f := range s {
		if f.Kind != Omission || slices.Contains(rest, f) {
			lines = append(lines, line{f, f.Describe()})
		}
	}
	slices.SortStableFunc(lines, func(a, b line) int { return a.first.Compare(b.first) })
	list := make([]string, len(lines))
	for i, l := range lines {
		list[i] = l.words
	}
	return list
}
