package randprog

// protocol makes a program around payloads that spread over the network.
func (g *generator) protocol() {
	source := g.claim("bcast", 0)
	first := g.constant(g.payload)
	g.fact(source, 1, quote(g.nodes[0]), first)
	if g.chance(0.4) {
		g.fact(source, pick(g, 1, 1, 2, 3), g.constant(place), g.constant(g.payload))
	}
	log := g.claim("log", 1)
	if g.chance(0.85) {
		g.rule(atom(log, "N", "P")+pick(g, "", "", "@next"), atom(source, "N", "P"))
	}
	if g.chance(0.9) {
		g.persist(log)
	} else {
		g.persist(log, g.guard(scopeOf("X1", place, "X2", g.payload), protocolRule, log)...)
	}
	for range 1 + g.r.IntN(2) {
		g.spread(source, log)
	}
	if g.o.Wide {
		g.timely(source)
	}
	for g.room(1) && g.chance(0.8) {
		g.gadget()
	}
	for g.room(1) && g.chance(0.3) {
		g.randomRule(pick(g, g.claims...))
	}
}

// spread adds one means by which payloads of source come into the log of others.
func (g *generator) spread(source, log *relation) {
	further := func(bound ...any) string {
		if !g.chance(0.12) {
			return ""
		}
		bound = append([]any{"N", place, "P", g.payload}, bound...)
		return join(g.guard(scopeOf(bound...), protocolRule, log))
	}
	received := atom(log, "M", "P") + "@async"
	switch g.r.IntN(7) {
	case 0: // one attempt
		g.rule(received, atom(source, "N", "P"), g.link("N", "M"), further("M", place))
	case 1: // retries
		g.persist(source)
		g.rule(received, atom(source, "N", "P"), g.link("N", "M"), further("M", place))
	case 2, 3: // everyone relays forever
		g.rule(received, atom(log, "N", "P"), g.link("N", "M"), further("M", place))
	case 4: // everyone relays what is new
		old := g.claim("old", 0)
		g.rule(atom(old, "N", "P")+"@next", atom(log, "N", "P"))
		g.rule(received, atom(log, "N", "P"), "notin "+atom(old, "N", "P"), g.link("N", "M"), further("M", place))
	case 5: // everyone relays until an acknowledgement comes
		rx := g.declare("rx", 0, place, place, g.payload)
		acked := g.declare("acked", 0, place, place, g.payload)
		g.rule(atom(rx, "M", "N", "P")+"@async", atom(log, "N", "P"), g.link("N", "M"), "notin "+atom(acked, "N", "M", "P"), further("M", place))
		g.rule(atom(log, "N", "P"), atom(rx, "N", "_", "P"))
		g.rule(atom(acked, "S", "N", "P")+"@async", atom(rx, "N", "S", "P"))
		if g.chance(0.85) {
			g.persist(acked)
		}
	case 6: // to one node only
		g.rule(atom(log, g.constant(place), "P")+"@async", atom(log, "N", "P"), further())
	}
}
