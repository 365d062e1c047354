package randprog

import (
	"fmt"
	"slices"
)

// gadget derives a new claim from one or two others.
func (g *generator) gadget() {
	c, c2 := pick(g, g.claims...), pick(g, g.claims...)
	if g.chance(0.5) && len(g.claims) > 1 {
		c = g.claims[1] // the log, in a protocol
	}
	list := []func(c, c2 *relation){g.later, g.relayed, g.loop, g.loop, g.both, g.unless, g.toSelf, g.pinned, g.timeout, g.reach, g.reach}
	if !g.o.NoAggregates {
		list = append(list, g.quorum, g.quorum, g.votes, g.votes, g.extreme, g.extreme, g.statistics)
		if !g.o.NoSum {
			list = append(list, g.total, g.total)
		}
	}
	if !g.o.NoArithmetic && g.payload == number {
		list = append(list, g.shifted, g.shifted, g.shifted, g.shifted)
	}
	if !g.o.NoSeveralPlaces {
		list = append(list, g.remote)
	}
	if g.o.Wide {
		wide := []func(c, c2 *relation){g.first, g.last, g.again, g.counter, g.rebooted, g.rebooted, g.dated, g.toMembers, g.durable, g.durable}
		if g.chance(0.5) {
			list = wide
			if g.chance(0.6) {
				c = g.claims[0] // what is sent once, mostly
			}
		}
	}
	pick(g, list...)(c, c2)
}

// above is a level for what reads a and b within a time, or negates them.
func above(a, b *relation) int { return max(a.level, b.level) + 1 }

// some returns random further literals for a rule over N and P, with a probability.
func (g *generator) some(p float64, kind ruleKind, head *relation) string {
	if !g.chance(p) {
		return ""
	}
	return join(g.guard(scopeOf("N", place, "P", g.payload), kind, head))
}

// mostlyKept makes a claim persist, mostly.
func (g *generator) mostlyKept(rel *relation) {
	if g.chance(0.75) {
		g.persist(rel)
	}
}

// later copies a claim to the next time.
func (g *generator) later(c, _ *relation) {
	d := g.claim("later", above(c, c))
	g.rule(atom(d, "N", "P")+"@next", atom(c, "N", "P"), g.some(0.4, protocolRule, d))
	g.mostlyKept(d)
}

// relayed sends a claim on.
func (g *generator) relayed(c, c2 *relation) {
	d := g.claim("got", above(c, c2))
	g.rule(atom(d, "M", "P")+"@async", atom(c, "N", "P"), g.link("N", "M"), g.some(0.3, protocolRule, d))
	g.mostlyKept(d)
}

// remote reads a claim of some other place without a message.
func (g *generator) remote(c, c2 *relation) {
	d := g.claim("remote", above(c, c2))
	elsewhere := atom(c2, pick(g, "M", "M", g.constant(place)), pick(g, "P", "P", "_"))
	if g.chance(0.5) {
		g.rule(atom(d, "N", "P")+"@next", atom(c, "N", "P"), elsewhere)
	} else {
		g.rule(atom(d, "M", "P")+"@async", atom(c, "N", "P"), g.link("N", "M"), atom(c2, "M", "_"))
	}
	g.mostlyKept(d)
}

// loop derives two relations from each other within a time, fed by messages.
func (g *generator) loop(c, _ *relation) {
	d := g.claim("loop", above(c, c))
	e := g.claim("back", d.level)
	if g.chance(0.6) {
		g.rule(atom(d, "M", "P")+"@async", atom(c, "N", "P"), g.link("N", "M"))
	} else {
		g.rule(atom(d, "N", "P"), atom(c, "N", "P"))
	}
	g.rule(atom(d, "N", "P"), atom(e, "N", "P"), g.some(0.2, localRule, d))
	g.rule(atom(e, "N", "P"), atom(d, "N", "P"), g.some(0.2, localRule, e))
	if g.chance(0.3) {
		g.persist(pick(g, d, e))
	}
}

// both needs two claims, or either of them.
func (g *generator) both(c, c2 *relation) {
	d := g.claim("both", above(c, c2))
	if g.chance(0.5) {
		g.rule(atom(d, "N", "P"), atom(c, "N", "P"), g.some(0.3, localRule, d))
		g.rule(atom(d, "N", "P"), atom(c2, "N", "P"), g.some(0.3, localRule, d))
		return
	}
	g.rule(atom(d, "N", "P"), atom(c, "N", "P"), atom(c2, pick(g, "N", "N", g.constant(place)), pick(g, "P", "P", "_")))
}

// unless needs one claim and the absence of another.
func (g *generator) unless(c, c2 *relation) {
	d := g.claim("only", above(c, c2))
	absent := atom(c2, pick(g, "N", "N", "_", g.constant(place)), pick(g, "P", "P", "_", g.constant(g.payload)))
	g.rule(atom(d, "N", "P"), atom(c, "N", "P"), "notin "+absent+g.absoluteTime(0.25))
	if g.chance(0.4) {
		g.persist(d)
	}
}

// toSelf sends a claim to its own place, which never fails.
func (g *generator) toSelf(c, _ *relation) {
	d := g.claim("self", above(c, c))
	g.rule(atom(d, "N", "P")+"@async", atom(c, "N", "P"), g.some(0.4, protocolRule, d))
	g.mostlyKept(d)
}

// pinned reads a claim at an absolute time.
func (g *generator) pinned(c, c2 *relation) {
	if g.o.NoAbsoluteTimes {
		return
	}
	d := g.claim("since", above(c, c2))
	time := pick(g, "@1", "@2", "@2", "@3")
	if g.chance(0.6) {
		g.rule(atom(d, "N", "P"), atom(c, "N", "P"), pick(g, "", "notin ")+atom(c2, "N", "P")+time)
	} else {
		g.rule(atom(d, "N", "P"), atom(c, "N", "P")+time, g.some(0.4, localRule, d))
	}
}

// timeout draws a conclusion when something has not come by some time.
func (g *generator) timeout(c, c2 *relation) {
	if g.o.NoArithmetic {
		return
	}
	tick := g.declare("tick", 0, place, number)
	for _, n := range g.nodes {
		g.fact(tick, 1, quote(n), "1")
	}
	g.rule(atom(tick, "N", "T + 1")+"@next", atom(tick, "N", "T"), "T < 5")
	d := g.claim("late", above(c, c2))
	absent := ""
	if c2 != c {
		absent = "notin " + atom(c2, "N", pick(g, "P", "P", "_"))
	}
	g.rule(atom(d, "N", "P")+pick(g, "", "@next"), atom(tick, "N", "T"), fmt.Sprintf("T %s %s", pick(g, ">", "==", ">="), pick(g, "2", "3")),
		atom(c, "N", "P"), absent)
	g.mostlyKept(d)
}

// reach closes the links transitively, from what a message says.
func (g *generator) reach(c, _ *relation) {
	edge := g.declare("edge", 0, place, place, place)
	path := g.declare("path", 0, place, place, place)
	g.rule(atom(edge, "M", "N", "M")+"@async", atom(c, "N", "_"), g.link("N", "M"))
	g.rule(atom(path, "N", "A", "B"), atom(edge, "N", "A", "B"))
	if g.chance(0.75) {
		g.rule(atom(path, "N", "A", "C"), atom(path, "N", "A", "B"), atom(path, "N", "B", "C"))
	} else {
		g.rule(atom(path, "N", "A", "C"), atom(edge, "N", "A", "B"), atom(path, "N", "B", "C"))
	}
	g.rule(atom(path, "N", "A", "B")+"@async", atom(path, "M", "A", "B"), g.link("M", "N"))
	d := g.claim("reached", above(c, path))
	g.rule(atom(d, "N", "P"), atom(c, "N", "P"), atom(path, "N", pick(g, "_", g.constant(place)), g.constant(place)))
	if g.chance(0.5) {
		g.persist(path)
	}
}

// quorum counts who has acknowledged a claim.
func (g *generator) quorum(c, _ *relation) {
	ack := g.declare("ack", 0, place, place, g.payload)
	g.rule(atom(ack, "M", "N", "P")+"@async", atom(c, "N", "P"), g.link("N", "M"))
	if g.chance(0.8) {
		g.persist(ack)
	}
	cnt := g.declare("acks", 1, place, g.payload, number)
	d := g.claim("chosen", above(c, cnt))
	g.rule(atom(cnt, "N", "P", "count<M>"), atom(ack, "N", "M", "P"))
	g.rule(atom(d, "N", "P"), atom(cnt, "N", "P", "C"), fmt.Sprintf("C %s %s", pick(g, ">", ">=", "=="), pick(g, "1", "1", "2")), g.some(0.2, localRule, d))
}

// votes counts the messages that arrive.
func (g *generator) votes(c, _ *relation) {
	votes := g.declare("votes", 0, place, g.payload, number)
	d := g.claim("won", above(c, votes))
	g.rule(atom(votes, "M", "P", "count<N>")+"@async", atom(c, "N", "P"), g.link("N", "M"), g.some(0.15, protocolRule, votes))
	if g.chance(0.6) {
		g.persist(votes)
	}
	g.rule(atom(d, "N", "P"), atom(votes, "N", "P", "C"), fmt.Sprintf("C %s %s", pick(g, ">=", "==", "<"), pick(g, "1", "2", "2")))
	g.mostlyKept(d)
}

// extreme takes the least or the greatest payload of a place.
func (g *generator) extreme(c, _ *relation) {
	d := g.claim("best", above(c, c))
	head := atom(d, "N", pick(g, "min<P>", "max<P>"))
	switch g.r.IntN(4) {
	case 0:
		g.rule(head, atom(c, "N", "P"))
	case 1, 2:
		g.rule(head+"@next", atom(c, "N", "P"), g.some(0.3, protocolRule, d))
	default:
		head = atom(d, "M", pick(g, "min<P>", "max<P>"))
		g.rule(head+"@async", atom(c, "N", "P"), g.link("N", "M"))
	}
	if g.chance(0.4) {
		g.persist(d)
	}
}

// statistics aggregates several columns at once.
func (g *generator) statistics(c, _ *relation) {
	all := g.declare("stat", c.level+1, place, g.payload, g.payload, number)
	d := g.claim("settled", above(all, all))
	timing := pick(g, "", "@next", "@async")
	if timing == "@async" {
		g.rule(atom(all, "M", "min<P>", "max<P>", pick(g, "count<N>", "count<P>"))+timing, atom(c, "N", "P"), g.link("N", "M"))
	} else {
		g.rule(atom(all, "N", "min<P>", "max<P>", "count<P>")+timing, atom(c, "N", "P"))
	}
	g.rule(atom(d, "N", "P"), atom(all, "N", "P", pick(g, "_", "P"), pick(g, "_", "1", "2")))
	g.mostlyKept(d)
}

// total sums weights, and needs enough of them.
func (g *generator) total(c, _ *relation) {
	i := slices.IndexFunc(g.relations, func(r *relation) bool { return r.name == "weight" })
	if i < 0 {
		g.quorum(c, c)
		return
	}
	weight := g.relations[i]
	sum := g.declare("sum", c.level+1, place, g.payload, number)
	d := g.claim("heavy", above(c, sum))
	switch g.r.IntN(3) {
	case 0:
		g.rule(atom(sum, "N", "P", "sum<K>"), atom(c, "N", "P"), atom(weight, "N", "_", "K"))
	case 1:
		g.rule(atom(sum, "N", "P", "sum<K>")+"@next", atom(c, "N", "P"), atom(weight, "N", "_", "K"))
	default:
		g.rule(atom(sum, "M", "P", "sum<K>")+"@async", atom(c, "N", "P"), atom(weight, "N", "M", "K"))
	}
	g.rule(atom(d, "N", "P"), atom(sum, "N", "P", "S"), fmt.Sprintf("S %s %s", pick(g, ">", ">=", "=="), pick(g, "1", "2", "3")))
	g.mostlyKept(d)
}

// shifted computes new payloads from old ones.
func (g *generator) shifted(c, c2 *relation) {
	d := g.claim("next", above(c, c2))
	switch g.r.IntN(6) {
	case 0:
		e, l := g.bounded([]string{"P"})
		g.rule(atom(d, "N", e), atom(c, "N", "P"), l)
	case 1: // up to a bound, within the time
		g.rule(atom(d, "N", "P"), atom(c, "N", "P"))
		g.rule(atom(d, "N", "P + 1"), atom(d, "N", "P"), "P < 3")
	case 2, 3: // a computed column
		g.rule(atom(d, "N", "P"), atom(c, "N", "P"), atom(c2, "N", pick(g, "P - 1", "P + 1", "(P + 1) % 2", "P / (P - 1)")))
	case 4: // a chain of equalities
		g.rule(atom(d, "N", "Z"), "Z == Y % 3", "Y == P + 1", atom(c, "N", "P"))
	default: // arithmetic in what is absent
		g.rule(atom(d, "N", "P"), atom(c, "N", "P"), "notin "+atom(c2, "N", pick(g, "P + 1", "P - 1", "2 / P")))
	}
	if g.chance(0.4) {
		g.persist(d)
	}
}
