package randprog

import "fmt"

// invariantLevel is above the level of every other relation.
const invariantLevel = 1000

// invariant adds pre and post. Both speak of claims: pre of one, post of one that
// should follow from it.
func (g *generator) invariant() {
	promise, support := g.promise(), g.promise()
	if g.chance(0.35) {
		support = promise
	}
	pre := &relation{name: "pre", level: invariantLevel + 1}
	post := &relation{name: "post", level: invariantLevel + 3}
	// What pre and post say: a payload at a place, or of any place.
	heads := func(n, p string) (string, string) {
		return atom(pre, n, p), atom(post, n, p)
	}
	form := g.r.IntN(5)
	switch form {
	case 0:
		heads = func(_, p string) (string, string) { return atom(pre, p), atom(post, p) }
	case 1:
		heads = func(_, p string) (string, string) { return atom(pre, `"all"`, p), atom(post, `"all"`, p) }
	}
	over := func() *scope { return scopeOf("N", place, "P", g.payload) }

	preHead, postHead := heads("N", "P")
	g.rule(preHead, append([]string{atom(promise, "N", "P")}, g.maybe(0.45, over(), pre)...)...)
	if g.chance(0.12) {
		g.rule(preHead, append([]string{atom(g.promise(), "N", "P")}, g.maybe(0.5, over(), pre)...)...)
	}

	for i := range 1 + g.r.IntN(4)/3 {
		from := pick(g, promise, promise, support)
		switch g.r.IntN(6) {
		case 0, 1: // nobody lacks it
			missing := g.observer(fmt.Sprintf("missing%d", i), invariantLevel+2, place, g.payload)
			g.rule(atom(missing, "M", "P"), atom(promise, "_", "P"), atom(g.links[0], "_", "M")+g.meshTime(), "notin "+atom(support, "M", "P"), g.when(g.crashing(0.5), "notin crash(_, M, _)"))
			g.rule(postHead, atom(promise, "N", "P"), "notin "+atom(missing, "_", "P"))
		case 2: // a certain node has it
			g.rule(postHead, atom(from, "N", "P"), atom(support, g.constant(place), "P"))
			if g.o.Wide && g.chance(0.3) {
				g.rule(postHead, atom(from, "N", "P"), "outage(_, "+pick(g, "N", g.constant(place))+", _, _)")
			}
			if g.chance(g.crashing(0.5)) {
				g.rule(postHead, atom(from, "N", "P"), "crash(_, "+pick(g, "N", g.constant(place))+", _)")
			}
		case 3: // enough nodes have it
			if g.o.NoAggregates {
				g.rule(postHead, atom(support, "N", "P"))
				break
			}
			count := g.observer(fmt.Sprintf("have%d", i), invariantLevel+2, place, g.payload, number)
			g.rule(atom(count, `"all"`, "P", "count<M>"), atom(support, "M", "P"))
			g.rule(postHead, atom(promise, "N", "P"), atom(count, "_", "P", "C"), fmt.Sprintf("C >= %s", pick(g, "1", "2", "2", "3")))
		case 4: // it holds itself, or did
			g.rule(postHead, append([]string{atom(support, "N", "P")}, g.maybe(0.5, over(), post)...)...)
		default: // something random
			g.rule(postHead, append([]string{atom(from, "N", "P")}, g.maybe(0.9, over(), post)...)...)
		}
	}
}

// promise picks what the invariant speaks of.
func (g *generator) promise() *relation {
	if g.chance(0.7) {
		// What was derived last depends on most.
		return g.claims[len(g.claims)-1-g.r.IntN((len(g.claims)+1)/2)]
	}
	return pick(g, g.claims...)
}

// maybe returns random further literals with a probability.
func (g *generator) maybe(p float64, s *scope, head *relation) []string {
	if !g.chance(p) {
		return nil
	}
	return g.guard(s, observerRule, head)
}

// observer declares a relation that the protocol does not read.
func (g *generator) observer(stem string, level int, columns ...kind) *relation {
	rel := g.declare(stem, level, columns...)
	rel.observer = true
	return rel
}

// crashing is p, or 0 where nothing may read crash.
func (g *generator) crashing(p float64) float64 {
	if g.o.NoCrash {
		return 0
	}
	return p
}

// meshTime is the time at which the mesh of all nodes can be read.
func (g *generator) meshTime() string {
	if g.kept(g.links[0]) || g.o.NoAbsoluteTimes {
		return ""
	}
	return "@1"
}
