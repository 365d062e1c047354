package randprog

import (
	"fmt"
	"slices"
)

// pure makes a program of random rules over random relations.
func (g *generator) pure() {
	for range 1 + g.r.IntN(2) {
		rel := g.claim("f", 0)
		for range 1 + g.r.IntN(3) {
			g.fact(rel, pick(g, 1, 1, 1, 2, 3), g.constant(place), g.constant(g.payload))
		}
		if g.chance(0.6) {
			g.persist(rel)
		}
	}
	for range 3 + g.r.IntN(3) {
		level := g.r.IntN(4)
		if g.chance(0.7) {
			g.claim(pick(g, "p", "q", "r", "s"), level)
			continue
		}
		columns := []kind{place}
		for range 1 + g.r.IntN(2) {
			columns = append(columns, pick(g, place, g.payload, number, number))
		}
		g.declare(pick(g, "t", "u", "v"), level, columns...)
	}
	heads := slices.DeleteFunc(slices.Clone(g.relations), func(r *relation) bool {
		return r == g.links[0] || r.name == "weight" || r.name == "to"
	})
	for i := 0; g.room(1) && (i < 4 || g.chance(0.85)); i++ {
		head := heads[i%len(heads)]
		if g.chance(0.35) && g.room(2) {
			g.randomRule(head)
			g.persist(head)
			continue
		}
		if g.chance(0.25) {
			g.gadget()
			continue
		}
		g.randomRule(head)
	}
}

// randomRule adds a random rule with a given head.
func (g *generator) randomRule(head *relation) {
	timing := pick(g, "", "", "@next", "@async", "@async")
	kind := protocolRule
	if timing == "" {
		kind = localRule
	}
	aggregates := !g.o.NoAggregates && len(head.columns) > 1 && slices.Contains(head.columns[1:], number) && g.chance(0.35)
	sources := g.readable(kind, head, aggregates)
	if len(sources) == 0 {
		return
	}
	if timing != "@async" && g.chance(0.04) {
		g.ground(head, timing)
		return
	}
	s := &scope{}
	if s.here = g.constant(place); g.chance(0.95) {
		s.here = s.fresh(place)
	}
	var body []string
	for i := range 1 + g.r.IntN(2) + g.r.IntN(5)/4 {
		at := s.here
		// Elsewhere: an observer's join, or a rule of several places.
		if i > 0 && g.chance(0.12) && !(g.o.NoSeveralPlaces && kind == protocolRule) {
			at = s.fresh(place)
		}
		body = append(body, g.premise(pick(g, sources...), at, s))
	}
	if timing == "@async" && g.chance(0.8) {
		body = append(body, atom(pick(g, g.links...), s.here, s.fresh(place)))
	}
	if g.chance(0.6) {
		below := *head
		if aggregates {
			below.level-- // what a guard only reads must be below the head, too
		}
		body = append(body, g.guard(s, kind, &below)...)
	}
	args, beside := g.headArgs(head, s, timing, aggregates)
	g.rule(atom(head, args...)+timing, g.shuffled(append(body, beside...))...)
}

// headArgs chooses the columns of a head, and literals that keep it bounded.
func (g *generator) headArgs(head *relation, s *scope, timing string, aggregates bool) (args, beside []string) {
	for i, k := range head.columns {
		switch {
		case i == 0 && timing == "@async":
			places := append([]string{s.here}, s.of(place)...)
			args = append(args, places[len(places)-1])
			if g.chance(0.1) {
				args[0] = pick(g, g.constant(place), g.constant(place), s.here, `"zz"`)
			}
		case i == 0 && g.chance(0.93):
			args = append(args, s.here)
		case aggregates && i > 0 && k == number && len(s.names) > 0 && g.chance(0.8):
			args = append(args, g.aggregate(s))
		case aggregates && i > 0 && len(s.of(k)) > 0 && g.chance(0.3):
			args = append(args, fmt.Sprintf("%s<%s>", pick(g, "min", "max"), pick(g, s.of(k)...)))
		case k == number && len(s.of(number)) > 0 && !g.o.NoArithmetic && g.chance(0.3):
			e, l := g.bounded(s.of(number))
			args = append(args, e)
			if l != "" {
				beside = append(beside, l)
			}
		default:
			args = append(args, g.variable(s, k))
		}
	}
	return args, beside
}

// aggregate writes an aggregate whose value is a number.
func (g *generator) aggregate(s *scope) string {
	numbers := s.of(number)
	if len(numbers) == 0 || g.chance(0.35) {
		return fmt.Sprintf("count<%s>", pick(g, s.names...))
	}
	functions := []string{"min", "max", "sum", "sum"}
	if g.o.NoSum {
		functions = functions[:2]
	}
	return fmt.Sprintf("%s<%s>", pick(g, functions...), pick(g, numbers...))
}

// ground adds a rule without positive atoms.
func (g *generator) ground(head *relation, timing string) {
	args := make([]string, len(head.columns))
	body := make([]string, len(head.columns))
	for i, k := range head.columns {
		args[i] = fmt.Sprintf("X%d", i+1)
		body[i] = fmt.Sprintf("%s == %s", args[i], g.constant(k))
	}
	g.rule(atom(head, args...)+timing, body...)
}

// shuffled puts a body into another order. The first positive atom, whose place is
// the rule's, may change: it matters only where the rule reads several places.
func (g *generator) shuffled(body []string) []string {
	if g.chance(0.5) {
		g.r.Shuffle(len(body), func(i, j int) { body[i], body[j] = body[j], body[i] })
	}
	return body
}
