package randprog

import "fmt"

// network makes the relations that say who sends to whom, and what never changes.
func (g *generator) network() {
	mesh := g.declare("node", 0, place, place)
	g.links = append(g.links, mesh)
	self := g.chance(0.5)
	for _, from := range g.nodes {
		for _, to := range g.nodes {
			if from != to || self {
				g.fact(mesh, 1, quote(from), quote(to))
			}
		}
	}
	if g.o.NoAbsoluteTimes || g.chance(0.75) {
		g.persist(mesh)
	}
	if g.chance(0.35) {
		g.partial()
	}
	if g.chance(0.4) {
		w := g.declare("weight", 0, place, place, number)
		for _, from := range g.nodes {
			for _, to := range g.nodes {
				if g.chance(0.6) {
					g.fact(w, 1, quote(from), quote(to), pick(g, "1", "2", "2", "3", "-1"))
				}
			}
		}
		g.persist(w)
	}
}

// partial makes a link relation that leads from some nodes to some others, to
// themselves and to places that are no nodes.
func (g *generator) partial() {
	to := g.declare("to", 0, place, place)
	g.links = append(g.links, to)
	for i, from := range g.nodes {
		if g.chance(0.7) {
			g.fact(to, 1, quote(from), quote(g.nodes[(i+1)%len(g.nodes)]))
		}
		if g.chance(0.3) {
			g.fact(to, 1, quote(from), quote(from))
		}
		if g.chance(0.3) {
			g.fact(to, pick(g, 1, 1, 2), quote(from), `"zz"`)
		}
	}
	if g.chance(0.8) {
		g.persist(to)
	}
}

// link writes an atom that leads from one place to another.
func (g *generator) link(from, to string) string {
	rel := g.links[0]
	if g.chance(0.15) {
		rel = pick(g, g.links...)
	}
	a := atom(rel, from, to)
	if rel == g.links[0] && !g.kept(rel) && !g.o.NoAbsoluteTimes {
		a += "@1"
	}
	return a
}

// kept reports whether the relation has the rule that keeps it.
func (g *generator) kept(rel *relation) bool {
	for _, r := range g.rules {
		if r == fmt.Sprintf("%s(X1, X2)@next :- %s(X1, X2);", rel, rel) {
			return true
		}
	}
	return false
}

func quote(s string) string { return fmt.Sprintf("%q", s) }
