package randprog

import (
	"fmt"
	"slices"
	"strings"
)

// What wide programs have beside the others: gadgets whose outcome depends on when and how often a
// message arrives and on what survives an outage, built-in relations, never, inputs, and facts that
// last.

// timely makes it matter when and how often messages arrive: the source says something else later,
// and what is made of it depends on that.
func (g *generator) timely(source *relation) {
	if g.chance(0.7) {
		g.fact(source, pick(g, 2, 2, 3), quote(g.nodes[g.r.IntN(2)]), g.constant(g.payload))
	}
	if g.chance(0.5) {
		pick(g, g.again, g.again, g.counter, g.counter, g.first, g.last)(source, source)
	}
}

// received declares a relation into which a claim is sent.
func (g *generator) received(stem string, c *relation) *relation {
	in := g.declare(stem, 0, place, g.payload)
	g.rule(atom(in, "M", "P")+"@async", atom(c, "N", "P"), g.link("N", "M"), g.some(0.15, protocolRule, in))
	return in
}

// first keeps what arrives first, and nothing that arrives later.
func (g *generator) first(c, _ *relation) {
	in := g.received("in", c)
	d := g.claim("first", 1)
	g.alarms = append(g.alarms, d)
	g.rule(atom(d, "N", pick(g, "P", "P", g.least()))+"@next", atom(in, "N", "P"), "notin "+atom(d, "N", "_"))
	g.persist(d)
}

// least writes the least payload of a group, or any.
func (g *generator) least() string {
	if g.o.NoAggregates {
		return "P"
	}
	return "min<P>"
}

// last keeps what has arrived last.
func (g *generator) last(c, _ *relation) {
	in := g.received("in", c)
	d := g.claim("last", 1)
	g.alarms = append(g.alarms, d)
	g.rule(atom(d, "N", "P")+"@next", atom(in, "N", "P"))
	g.persist(d, "notin "+atom(in, "X1", "_"))
}

// again is what arrives and has arrived before.
func (g *generator) again(c, _ *relation) {
	in := g.received("in", c)
	seen := g.claim("seen", 1)
	d := g.claim("again", 2)
	g.alarms = append(g.alarms, d)
	g.rule(atom(seen, "N", "P")+"@next", atom(in, "N", "P"))
	g.persist(seen)
	g.rule(atom(d, "N", "P"), atom(in, "N", "P"), pick(g, "", "", "notin ")+atom(seen, "N", "P"))
	g.mostlyKept(d)
}

// counter counts arrivals, up to a bound.
func (g *generator) counter(c, _ *relation) {
	if g.o.NoArithmetic {
		return
	}
	in := g.received("in", c)
	n := g.declare("total", 1, place, number)
	for _, node := range g.nodes {
		g.fact(n, 1, quote(node), "0")
	}
	g.rule(atom(n, "N", "K + 1")+"@next", atom(n, "N", "K"), atom(in, "N", "_"), "K < 4")
	g.persist(n, "notin "+atom(in, "X1", "_"))
	d := g.claim("enough", 2)
	g.alarms = append(g.alarms, d)
	g.rule(atom(d, "N", "P"), "P == "+g.constant(g.payload), atom(n, "N", "K"), fmt.Sprintf("K %s %s", pick(g, ">=", "==", "<"), pick(g, "1", "2", "2", "3")))
}

// rebooted does something when a node starts, with what it still knows.
func (g *generator) rebooted(c, c2 *relation) {
	d := g.claim("booted", above(c, c2))
	switch g.r.IntN(4) {
	case 0:
		g.rule(atom(d, "N", "P"), "boot(N)", atom(c, "N", "P"))
	case 1: // resend
		g.rule(atom(d, "M", "P")+"@async", atom(c, "N", "P"), "boot(N)", g.link("N", "M"))
	case 2:
		g.rule(atom(d, "N", "P"), atom(c, "N", "P"), "notin boot("+pick(g, "N", "N", "_")+")")
	default: // what is there anew with each start
		g.rule(atom(d, "N", "P"), "boot(N)", "P == "+g.constant(g.payload))
	}
	g.mostlyKept(d)
}

// dated reads the time.
func (g *generator) dated(c, _ *relation) {
	d := g.claim("dated", above(c, c))
	if g.payload == number && g.chance(0.5) {
		g.rule(atom(d, "N", "T")+pick(g, "", "@next"), atom(c, "N", "_"), "now(N, T)")
	} else {
		g.rule(atom(d, "N", "P"), atom(c, "N", "P"), fmt.Sprintf("now(N, T), T %s %s", pick(g, "==", ">=", "<="), pick(g, "2", "3", "3")))
	}
	g.mostlyKept(d)
}

// toMembers sends to all nodes, whoever is a neighbour.
func (g *generator) toMembers(c, _ *relation) {
	d := g.claim("all", above(c, c))
	g.rule(atom(d, "M", "P")+"@async", atom(c, "N", "P"), "member(N, M)", g.when(0.3, "N != M"))
	g.mostlyKept(d)
}

// durable writes a claim down, on stable storage or not, and says what is read there.
func (g *generator) durable(c, _ *relation) {
	disk := g.claim("disk", above(c, c))
	g.rule(atom(disk, "N", "P")+"@next", atom(c, "N", "P"))
	g.persist(disk)
	if g.chance(0.6) {
		g.stable = append(g.stable, disk.name)
	}
	d := g.claim("read", above(disk, disk))
	if g.chance(0.5) {
		g.rule(atom(d, "M", "P")+"@async", atom(disk, "N", "P"), g.link("N", "M"))
		g.mostlyKept(d)
	} else {
		g.rule(atom(d, "N", "P"), atom(disk, "N", "P"), g.some(0.4, localRule, d))
	}
}

// builtin writes a literal about a built-in relation.
func (g *generator) builtin(s *scope, kind ruleKind) string {
	places := s.of(place)
	if len(places) == 0 {
		return ""
	}
	here, other := s.here, pick(g, places...)
	switch g.r.IntN(6) {
	case 0:
		return g.when(0.7, "notin ") + fmt.Sprintf("boot(%s)", here)
	case 1:
		return fmt.Sprintf("member(%s, %s)", here, other)
	case 2:
		return g.when(0.5, "notin ") + fmt.Sprintf("now(%s, %s)", here, pick(g, "1", "2", "3"))
	case 3:
		time := s.fresh(number)
		return fmt.Sprintf("now(%s, %s), %s %s 2", here, time, time, pick(g, "<", ">", "!="))
	case 4:
		if kind == observerRule {
			here = "_"
		}
		return g.when(0.75, "notin ") + fmt.Sprintf("outage(%s, %s, _, _)", here, other)
	default:
		return fmt.Sprintf("notin outage(%s, %s, %s, _)", here, other, pick(g, "1", "2"))
	}
}

// never says what must not be at any time.
func (g *generator) never() {
	never := &relation{name: "never", level: invariantLevel + 1}
	if len(g.alarms) > 0 && g.chance(0.6) {
		alarm := pick(g, g.alarms...)
		g.rule(atom(never, "N", "P"), atom(alarm, "N", "P"), g.when(0.4, "P == "+g.constant(g.payload)),
			g.when(0.3, "notin "+atom(g.claims[0], "_", "P")+"@1"))
		return
	}
	c, c2 := g.promise(), g.promise()
	if c == c2 && len(g.claims) > 1 {
		c2 = pick(g, g.claims...)
	}
	over := func() *scope { return scopeOf("N", place, "P", g.payload) }
	for range 1 + g.r.IntN(4)/3 {
		switch g.r.IntN(5) {
		case 0: // two values at a place
			g.rule(atom(never, "N", "P"), atom(c, "N", "P"), atom(c, pick(g, "N", "M"), "Q"), "P < Q")
		case 1: // one without the other
			g.rule(atom(never, "N", "P"), append([]string{atom(c, "N", "P"), "notin " + atom(c2, pick(g, "N", "N", "_"), "P")}, g.maybe(0.6, over(), never)...)...)
		case 2: // both
			g.rule(atom(never, "N", "P"), append([]string{atom(c, "N", "P"), atom(c2, pick(g, "N", "M"), "P")}, g.maybe(0.7, over(), never)...)...)
		case 3: // later than it should be, or after a crash
			g.rule(atom(never, "N", "P"), append([]string{atom(c, "N", "P")}, g.guard(over(), observerRule, never)...)...)
		default: // what was there is there no more
			g.rule(atom(never, "N", "P"), atom(c, "N", "P")+pick(g, "@1", "@2"), "notin "+atom(c, "N", "P"), g.when(0.5, "notin outage(_, N, _, _)"))
		}
	}
}

// widen makes relations stable, and facts last or a choice.
func (g *generator) widen() {
	forgets := g.chance(0.3) // what a node is told at the beginning
	inputs := 0
	for i, f := range g.facts {
		at := strings.LastIndexByte(f, '@')
		tuple, time := f[:at], strings.TrimSuffix(f[at+1:], ";")
		claim := slices.ContainsFunc(g.claims, func(r *relation) bool { return strings.HasPrefix(f, r.name+"(") })
		switch {
		case !claim && !forgets:
			g.facts[i] = tuple + "@" + time + "..;"
		case g.chance(0.06):
			g.facts[i] = tuple + "@" + time + pick(g, "..;", "..2;", "..3;")
			if time > "2" {
				g.facts[i] = tuple + "@" + time + "..;"
			}
		case inputs < 3 && g.chance(map[bool]float64{true: 0.4, false: 0.04}[claim]) && !g.given(tuple, i):
			inputs++
			g.facts[i] = "may " + tuple + "@" + time + pick(g, ";", "..3;", ".."+time+";")
			if time > "3" {
				g.facts[i] = "may " + f
			}
		}
	}
	named := g.stable
	g.stable = nil
	for _, r := range g.relations {
		kept := slices.ContainsFunc(g.rules, func(rule string) bool {
			head, _, _ := strings.Cut(rule, " :- ")
			return strings.HasPrefix(head, r.name+"(") && strings.HasSuffix(head, "@next")
		})
		if kept && (slices.Contains(named, r.name) || g.chance(0.4)) { // trim may have dropped the rule
			g.stable = append(g.stable, r.name)
		}
	}
	g.stable = slices.DeleteFunc(g.stable, func(name string) bool { // what trim has left nothing of
		return !slices.ContainsFunc(g.rules, func(rule string) bool { return strings.HasPrefix(rule, name+"(") })
	})
	if len(g.stable) > 0 {
		g.rules = append(g.rules, "stable "+strings.Join(g.stable, ", ")+";")
	}
}

// given reports whether a fact other than number i states the tuple, too.
func (g *generator) given(tuple string, i int) bool {
	for j, f := range g.facts {
		if j != i && strings.HasPrefix(strings.TrimPrefix(f, "may "), tuple+"@") {
			return true
		}
	}
	return false
}
