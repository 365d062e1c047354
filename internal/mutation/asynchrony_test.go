package mutation

// asynchrony are bugs in what is late, comes twice, is down, comes back or is left open.
var asynchrony = []mutant{
	{
		name: "what is late by d rounds is late by d−1", file: "circuit/network.go",
		old: "n.heldUp(from, to, time, rounds+1).Not(),", new: "n.heldUp(from, to, time, rounds+2).Not(),",
		packages: "./circuit ./eval",
	},
	{
		name: "a copy of what is lost", file: "circuit/network.go",
		old: "n.circuit.And(n.first(from, to, sent, rounds-d), n.copied(from, to, sent, d))", new: "n.circuit.And(n.heldUp(from, to, sent, rounds-d), n.heldUp(from, to, sent, rounds-d+1).Not(), n.copied(from, to, sent, d))",
		packages: "./circuit ./eval",
	},
	{
		name: "a copy comes at the time of the first", file: "failure/loss.go",
		old: "return []int{first, first + copied.D}", new: "return []int{first, first + copied.D - 1}",
		packages: "./failure ./circuit ./eval",
	},
	{
		name: "links keep order for two messages only", file: "circuit/network.go",
		old: "l = n.circuit.Or(own, n.holdsUp(from, to, time-1, rounds+1))", new: "l = own",
		packages: "./circuit ./eval",
	},
	{
		name: "links keep order in one run as if later ones held up", file: "failure/loss.go",
		old: "for t := max(1, time-spec.Delay); t < time; t++ {", new: "for t := max(1, time-spec.Delay) + 1; t < time; t++ {",
		packages: "./failure ./circuit ./eval",
	},
	{
		name: "an outage may last beyond EFF", file: "circuit/network.go",
		old: "until > n.spec.EFF, from", new: "until > n.spec.EOT, from",
		packages: "./circuit ./eval ./verify",
	},
	{
		name: "a node is down at the time at which it comes back", file: "failure/loss.go",
		old: "f.Time <= time && time < f.Until {", new: "f.Time <= time && time <= f.Until {",
		packages: "./failure ./circuit ./eval",
	},
	{
		name: "a node that comes back does not boot", file: "circuit/network.go",
		old: "for from := 1; from < time; from++ {\n\t\tways = append(ways, n.Outage(node, from, time))", new: "for from := 1; from < time-1; from++ {\n\t\tways = append(ways, n.Outage(node, from, time))",
		packages: "./circuit ./eval",
	},
	{
		name: "what arrives at a node that is down arrives", file: "eval/network.go",
		old: "\treturn g.Down(to, at).Not()\n", new: "\treturn circuit.True\n",
		packages: "./eval",
	},
	{
		name: "an aggregate forgets what was sent before the last time", file: "eval/network.go",
		old: "m.collect(r, m.drawn[start:start+len(r.head)], f)", new: "_ = start",
		packages: "./eval",
	},
	{
		name: "only what is stable stays where nothing is asked", file: "eval/outage.go",
		old: "case !res.stable:\n\t\treturn m.require(m.at(m.downNext, head).Not())", new: "case !res.stable:\n\t\treturn m.require(m.at(m.downNow, head).Not())",
		packages: "./eval",
	},
	{
		name: "what is stable is lost when the node goes down", file: "eval/outage.go",
		old: "case !res.stable:", new: "default:",
		packages: "./eval",
	},
	{
		name: "stable tuples that an observer concludes are held over", file: "eval/outage.go",
		old: "if !m.watched[relation] {", new: "if m.watched[relation] || !m.watched[relation] {",
		packages: "./eval",
	},
	{
		name: "the rules of a node that is down read what is stable", file: "eval/outage.go",
		old: "slices.Contains(c.program.Stable, a.Relation)", new: "false",
		packages: "./eval",
	},
	{
		name: "observers do not see nodes that are down", file: "eval/outage.go",
		old: "if res.observer {", new: "if res.observer && len(m.lits) > 1000 {",
		packages: "./eval",
	},
	{
		name: "facts hold at a node that is down", file: "eval/given.go",
		old: "m.give(g, m.isUp(g.tuple[0]))", new: "m.give(g, circuit.True)",
		packages: "./eval",
	},
	{
		name: "a fact that lasts does not begin", file: "eval/given.go",
		old: "\t\tif l.from <= m.now {\n", new: "\t\tif l.from < m.now {\n",
		packages: "./eval",
	},
	{
		name: "an input is always there", file: "eval/given.go",
		old: "m.circuit.And(m.net.Chosen(in.name, in.number, m.now), m.isUp(in.tuple[0]))", new: "m.isUp(in.tuple[0])",
		packages: "./eval",
	},
	{
		name: "a resumed run forgets what is under way", file: "eval/rewind.go",
		old: "for _, u := range ahead {", new: "for _, u := range ahead[:0] {",
		packages: "./eval",
	},
	{
		name: "a resumed run keeps bindings that were sent since", file: "eval/rewind.go",
		old: "m.waiting[w] = list[:first]", new: "m.waiting[w] = list[:max(first, len(list)/2)]",
		packages: "./eval",
	},
	{
		name: "a resumed run sends by the faults of the one before", file: "eval/rewind.go",
		old: "\tclear(m.links)\n", new: "",
		packages: "./eval",
	},
	{
		name: "a resumed run starts when the node is down", file: "eval/run.go",
		old: "return f.Time - 1 - spec.Delay - spec.CopyDelay()", new: "return f.Time - spec.Delay - spec.CopyDelay()",
		packages: "./eval",
	},
	{
		name: "a resumed run starts too late for an input", file: "eval/run.go",
		old: "case failure.Input:\n\t\treturn f.Time - 1", new: "case failure.Input:\n\t\treturn f.Time",
		packages: "./eval",
	},
	{
		name: "never is looked at only at the end", file: "eval/compile.go",
		old: "need(c.program.Never)", new: "_ = c",
		packages: "./eval ./verify",
	},
	{
		name: "a node that restarts has all that it had", file: "eval/stepper.go",
		old: "if !slices.Contains(s.program.Stable, f.Relation) {", new: "if s.program.Stable == nil && f.Time == 0 {",
		packages: "./eval",
	},
}
