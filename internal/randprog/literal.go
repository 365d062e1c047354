package randprog

import (
	"fmt"
	"slices"
)

// ruleKind says what a rule may read.
type ruleKind uint8

const (
	protocolRule ruleKind = iota // @next or @async: any relation of the protocol
	localRule                    // deductive, part of the protocol: by level
	observerRule                 // deductive, feeds only pre and post: by level, also observers
)

// readable returns the relations that a rule with the given head may read; strictly
// those that it may negate or aggregate.
func (g *generator) readable(kind ruleKind, head *relation, strictly bool) []*relation {
	var out []*relation
	for _, r := range g.relations {
		switch {
		case r.observer && kind != observerRule:
		case kind == protocolRule, r.level < head.level, r.level == head.level && !strictly:
			out = append(out, r)
		}
	}
	return out
}

// premise writes a positive atom. Its variables are bound ones or new ones. Its
// first column is at the given term, if that is not empty.
func (g *generator) premise(rel *relation, at string, s *scope) string {
	args := make([]string, len(rel.columns))
	for i, k := range rel.columns {
		bound := s.of(k)
		switch {
		case i == 0 && at != "":
			args[i] = at
		case len(bound) > 0 && g.chance(0.5):
			args[i] = pick(g, bound...)
		case g.chance(0.1):
			args[i] = g.constant(k)
		case i > 0 && g.chance(0.12):
			args[i] = "_"
		case k == number && len(bound) > 0 && !g.o.NoArithmetic && g.chance(0.3):
			args[i] = g.computed(bound)
		default:
			args[i] = s.fresh(k)
		}
	}
	return atom(rel, args...) + g.absoluteTime(0.07)
}

// negation writes a negated atom over bound variables, constants and wildcards.
func (g *generator) negation(rel *relation, s *scope) string {
	args := make([]string, len(rel.columns))
	for i, k := range rel.columns {
		bound := s.of(k)
		switch {
		case len(bound) > 0 && g.chance(0.7):
			args[i] = pick(g, bound...)
			if k == number && !g.o.NoArithmetic && g.chance(0.3) {
				args[i] = g.computed(bound)
			}
		case g.chance(0.5):
			args[i] = g.constant(k)
		default:
			args[i] = "_"
		}
	}
	return "notin " + atom(rel, args...) + g.absoluteTime(0.1)
}

func (g *generator) absoluteTime(p float64) string {
	if g.o.NoAbsoluteTimes {
		return ""
	}
	return g.when(p, pick(g, "@1", "@2", "@2", "@3"))
}

// guard returns one or two random literals over the bound variables of a rule.
// What they bind is added to s.
func (g *generator) guard(s *scope, kind ruleKind, head *relation) []string {
	var out []string
	for range 1 + g.r.IntN(5)/4 {
		if l := g.literal(s, kind, head); l != "" && !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out
}

// literal returns a random literal, or nothing where the one it tried to write
// finds nothing to speak of.
func (g *generator) literal(s *scope, kind ruleKind, head *relation) string {
	if g.o.Wide && g.chance(0.3) {
		return g.builtin(s, kind)
	}
	switch g.r.IntN(9) {
	case 0, 1, 2:
		if negatable := g.readable(kind, head, true); len(negatable) > 0 {
			return g.negation(pick(g, negatable...), s)
		}
	case 3, 8:
		if g.o.NoCrash || kind != observerRule && g.chance(0.3) {
			return ""
		}
		return g.crash(s, kind)
	case 4:
		if numbers := s.of(number); len(numbers) > 0 {
			return g.arithmetic(s, numbers)
		}
		if texts := s.of(text); len(texts) > 0 {
			return fmt.Sprintf("%s %s %s", pick(g, texts...), pick(g, "!=", "==", "<="), g.constant(text))
		}
	case 5:
		if places := s.of(place); len(places) > 1 {
			return fmt.Sprintf("%s != %s", places[0], pick(g, places[1:]...))
		}
	case 6:
		return g.equality(s)
	case 7:
		if readable := g.readable(kind, head, false); len(readable) > 0 {
			at := s.here
			if kind == observerRule && g.chance(0.5) {
				at = ""
			}
			return g.premise(pick(g, readable...), at, s)
		}
	}
	return ""
}

// crash writes a literal about crashes.
func (g *generator) crash(s *scope, kind ruleKind) string {
	places := s.of(place)
	if len(places) == 0 {
		return ""
	}
	// Who observes: a rule of the protocol reads what its own place observes.
	o, n := s.here, pick(g, places...)
	if kind == observerRule && g.chance(0.7) {
		o = "_"
	}
	switch g.r.IntN(8) {
	case 0:
		return fmt.Sprintf("crash(%s, %s, _)", o, n)
	case 1, 2:
		time := s.fresh(number)
		return fmt.Sprintf("crash(%s, %s, %s)", s.here, pick(g, "_", n), time) + g.when(0.6, fmt.Sprintf(", %s %s 2", time, pick(g, "<", "==", ">", "!=")))
	case 3:
		return fmt.Sprintf("notin crash(%s, %s, %s)", o, n, pick(g, "1", "2"))
	case 4:
		return fmt.Sprintf("notin crash(%s, _, _)", o)
	default:
		return fmt.Sprintf("notin crash(%s, %s, _)", o, n)
	}
}
