package mutation

// wide are further bugs in what may go wrong beside losses and crashes: in which scenarios there are,
// in counting them, in the search, and in what never says.
var wide = []mutant{
	{
		name: "what is late by d rounds comes by d-1, in a run", file: "failure/loss.go",
		old: "return time + 1 + late.D", new: "return time + 1 + max(late.D-1, 0)",
		packages: "./circuit ./eval",
	},
	{
		name: "the reference forgets a round of lateness", file: "datalog/naive/network.go",
		old: "return sent + 1 + f.D", new: "return sent + f.D",
		packages: "./datalog/naive",
	},
	{
		name: "a second copy comes of what is lost", file: "failure/scenario.go",
		old: "f.Kind != Omission && s.lostAt(f) {", new: "f.Kind == Late && s.lostAt(f) {",
		packages: "./failure",
	},
	{
		name: "the copy is counted from the sending", file: "circuit/network.go",
		old: "n.first(from, to, sent, rounds-d)", new: "n.first(from, to, sent, 0)",
		packages: "./circuit",
	},
	{
		name: "what is written while the node is down is kept", file: "eval/outage.go",
		old: "return res.stays || m.require(m.circuit.Or(m.at(m.downNow, head).Not(), m.at(m.downNext, head).Not()))", new: "return true",
		packages: "./eval",
	},
	{
		name: "a node boots at time 1 even when it is down", file: "failure/loss.go",
		old: "return time == 1 && !down", new: "return time == 1 || down && time == 0",
		packages: "./circuit ./eval",
	},
	{
		name: "fifo holds up the other direction", file: "failure/loss.go",
		old: "first = max(first, s.arrival(from, to, t))", new: "first = max(first, s.arrival(to, from, t))",
		packages: "./circuit ./eval",
	},
	{
		name: "with fifo, what is lost holds up", file: "circuit/network.go",
		old: "n.circuit.And(n.late(from, to, time, rounds), n.Lost(from, to, time).Not(), n.Down", new: "n.circuit.And(n.late(from, to, time, rounds), n.Down",
		packages: "./circuit",
	},
	{
		name: "what would be sent by a node that is down holds up", file: "circuit/network.go",
		old: ", n.Down(from, time).Not())\n\t\tl =", new: ")\n\t\tl =",
		packages: "./circuit ./hazard ./verify",
	},
	{
		name: "an outage may end after EFF, in the enumeration", file: "failure/enumerate.go",
		old: "u <= s.EFF && outages < s.Restarts", new: "u <= s.EFF+1 && outages < s.Restarts",
		packages: "./failure",
	},
	{
		name: "an outage may end after EFF", file: "failure/admissible.go",
		old: "case f.Until > s.EFF:", new: "case f.Until > s.EFF+1:",
		packages: "./failure ./hazard",
	},
	{
		name: "a node that comes back counts twice among the crashes", file: "failure/admissible.go",
		old: "len(ended) > spec.Crashes", new: "len(ended)+restarts > spec.Crashes",
		packages: "./failure",
	},
	{
		name: "a node that comes back counts twice, in numbers", file: "failure/numbers.go",
		old: "e.crashes+e.outages <= s.Crashes &&", new: "e.crashes+2*e.outages <= s.Crashes &&",
		packages: "./failure",
	},
	{
		name: "a node that comes back counts twice, in counting", file: "circuit/bdd/situation.go",
		old: "case crashes+outages > s.spec.Crashes,", new: "case crashes+2*outages > s.spec.Crashes,",
		packages: "./circuit/bdd",
	},
	{
		name: "a node that comes back is not counted among those that do", file: "hazard/cnf/admissible.go",
		old: "q.faults.returning.demand(q, q.spec.Restarts)", new: "q.faults.returning.demand(q, q.spec.Restarts+1)",
		packages: "./hazard",
	},
	{
		name: "an input counts as a fault", file: "failure/scenario.go",
		old: "\t\t\tm.Faults--\n", new: "",
		packages: "./failure",
	},
	{
		name: "each round of lateness counts as a fault", file: "hazard/cnf/messages.go",
		old: "\t\tc.literals = append(c.literals, l)\n", new: "\t\tc.literals = append(c.literals, l)\n\t\tif i > 0 {\n\t\t\tq.uncounted = append(q.uncounted, Variable{f, l})\n\t\t}\n",
		packages: "./hazard",
	},
	{
		name: "never is read at EOT alone, in runs", file: "verify/judge.go",
		old: "for t := 1; t <= j.eot && j.program.Never", new: "for t := j.eot; t <= j.eot && j.program.Never",
		packages: "./verify",
	},
	{
		name: "never is read at EOT alone, in circuits", file: "verify/judge.go",
		old: "\t\tfor t := 1; t <= j.eot; t++ {\n\t\t\tfor _, f := range byTuple(&space.Lineage, space.At(never, t)) {", new: "\t\tfor t := j.eot; t <= j.eot; t++ {\n\t\t\tfor _, f := range byTuple(&space.Lineage, space.At(never, t)) {",
		packages: "./verify",
	},
}
