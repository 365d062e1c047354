package mutation

var mutants = []mutant{
	{
		name: "a negated wildcard sees only its first match", file: "eval/join.go",
		old:      "if keyed(t.row(local), parts, key) && !m.deny(t.ids[local]) {\n\t\t\t\treturn false\n\t\t\t}",
		new:      "if keyed(t.row(local), parts, key) {\n\t\t\t\treturn m.deny(t.ids[local])\n\t\t\t}",
		packages: "./eval",
	},
	{
		name: "what a node that has crashed sends suffers", file: "circuit/bdd/fate.go",
		old:      "c.nothing(d, gone, isDown)\n\tfor _, s := range []status{untouched, wasDown} {",
		new:      "c.nothing(d, isDown)\n\tfor _, s := range []status{untouched, gone, wasDown} {",
		packages: "./circuit/bdd",
	},
	{
		name: "counting allows one crash too many", file: "circuit/bdd/situation.go",
		old: "crashes+outages > s.spec.Crashes", new: "crashes+outages > s.spec.Crashes+1",
		packages: "./circuit/bdd",
	},
	{
		name: "an outage is over at once", file: "circuit/bdd/choices.go",
		old: "t == f.Until})", new: "true})",
		packages: "./circuit/bdd",
	},
	{
		name: "a node comes back more likely late", file: "circuit/bdd/fate.go",
		old: "return not(part(one, later+1))", new: "return not(part(one, later+2))",
		packages: "./circuit/bdd",
	},
	{
		name: "a complement does not reach the high child", file: "circuit/bdd/diagram.go",
		old: "return n.low ^ e&1, n.high ^ e&1", new: "return n.low ^ e&1, n.high",
		packages: "./circuit/bdd",
	},
	{
		name: "ties are excluded with a fault too few", file: "hazard/cuts.go",
		old: "case has:", new: "case has && len(clause) > 0:",
		packages: "./hazard",
	},
	{
		name: "ties of any crash times are one level", file: "hazard/ties.go",
		old: "among.smallest(ctx)", new: "among.fewest(ctx)",
		packages: "./hazard ./verify",
	},
	{
		name: "gini remembers what it gets wrong", file: "hazard/solver/gini.go",
		old: "\t\ts.forget()\n", new: "",
		packages: "./hazard/solver",
	},
	{
		name: "a lineage goes through one use only", file: "verify/support.go",
		old: "for _, u := range s.uses[v] {\n\t\t\tways", new: "for _, u := range s.uses[v][:min(1, len(s.uses[v]))] {\n\t\t\tways",
		packages: "./verify",
	},
	{
		name: "facts that support each other are traced in one round", file: "verify/support.go",
		old: "if !changed {\n\t\t\t\tbreak\n", new: "if !changed || changed {\n\t\t\t\tbreak\n",
		packages: "./verify",
	},
	{
		name: "what an aggregate reads cannot hold back", file: "verify/role.go",
		old: "l.Kind == datalog.Positive && p.Rules[i].Aggregates()", new: "false",
		packages: "./verify",
	},
	{
		name: "a negated fact that surely holds is ignored", file: "eval/join.go",
		old: "\tif l == circuit.True {\n\t\treturn false\n\t}\n\tm.lits", new: "\tif l == circuit.True {\n\t\treturn true\n\t}\n\tm.lits",
		packages: "./eval",
	},
	{
		name: "losses end before EFF-1", file: "circuit/network.go",
		old: "|| time >= n.spec.EFF {\n\t\treturn false", new: "|| time >= n.spec.EFF-1 {\n\t\treturn false",
		packages: "./circuit ./eval ./verify",
	},
	{
		name: "losses in the enumeration still at EFF", file: "failure/spec.go",
		old: "return max(s.EFF-1, 0)", new: "return max(s.EFF, 0)",
		packages: "./failure ./hazard ./verify",
	},
	{
		name: "one crash too many", file: "hazard/cnf/admissible.go",
		old: "ending.demand(q, q.spec.Crashes)", new: "ending.demand(q, q.spec.Crashes+1)",
		packages: "./hazard/... ./verify",
	},
	{
		name: "rounds end after one round", file: "eval/rounds.go",
		old: "if round == len(cuts) {", new: "if round == min(1, len(cuts)) {",
		packages: "./eval",
	},
	{
		name: "elimination forgets what an unknown has by itself", file: "eval/elimination.go",
		old: "e.base[i] = append(e.base[i], also)", new: "_ = also",
		packages: "./eval",
	},
	{
		name: "elimination replaces a coefficient", file: "eval/elimination.go",
		old: "e.cells[k].or = append(e.cells[k].or, guard)", new: "e.cells[k].or = append(e.cells[k].or[:0], guard)",
		packages: "./eval",
	},
	{
		name: "proof trees are rotated where they cannot be", file: "eval/linearize.go",
		old: "if len(f.with) == 2 && !t.rotates(h, f) {", new: "if len(f.with) == 2 && !t.rotates(h, f) && h < 0 {",
		packages: "./eval",
	},
	{
		name: "a proof tree is rotated into one under other conditions", file: "eval/linearize.go",
		old: "return l == circuit.True || l == f || l == g", new: "return l >= 0",
		packages: "./eval",
	},
	{
		name: "messages to oneself can be lost", file: "circuit/network.go",
		old: "\t\t\treturn False\n\t\t}\n\t\treturn n.Down(to, at).Not()\n", new: "\t\t\treturn False\n\t\t}\n\t\treturn n.circuit.And(n.Down(to, at).Not(), n.Crash(from, sent).Not())\n",
		packages: "./circuit ./eval ./verify",
	},
	{
		name: "a crash spares its own time, in all runs at once", file: "circuit/network.go",
		old: "n.circuit.Or(n.omitted(from, to, time), by[time])", new: "n.circuit.Or(n.omitted(from, to, time), by[time-1])",
		packages: "./circuit ./eval", // in verify, the solver would go on forever with such a circuit
	},
	{
		name: "a crash spares its own time, in a run", file: "failure/loss.go",
		old: "return f.Time <= time", new: "return f.Time < time",
		packages: "./failure ./eval ./verify",
	},
	{
		name: "count says at least", file: "eval/aggregate.go",
		old: "exactly = m.circuit.And(exactly, atLeast[j+1].Not())", new: "_ = atLeast",
		packages: "./eval",
	},
	{
		name: "min and max swapped", file: "eval/aggregate.go",
		old: "if a == datalog.Max {", new: "if a == datalog.Min {",
		packages: "./eval",
	},
	{
		name: "an empty sum has a row", file: "eval/aggregate.go",
		old: "lit := m.circuit.And(s.lit, nonEmpty)", new: "lit := s.lit\n\t\t_ = nonEmpty",
		packages: "./eval",
	},
	{
		name: "an aggregate over messages counts lost ones", file: "eval/join.go",
		old: "\tm.lits = m.lits[:lits]\n\tif lit == circuit.False {", new: "\tm.lits = m.lits[:lits]\n\tif r.aggregates {\n\t\tlit = m.circuit.And(m.lits...)\n\t}\n\tif lit == circuit.False {",
		packages: "./eval",
	},
	{
		name: "semi-naive joins new facts only with old ones", file: "eval/join.go",
		old: "\t\tcase knownFacts:\n\t\t\thigh = w.all", new: "\t\tcase knownFacts:\n\t\t\thigh = w.old",
		packages: "./eval",
	},
	{
		name: "semi-naive finds firings twice", file: "eval/join.go",
		old: "\t\tcase oldFacts:\n\t\t\thigh = w.old", new: "\t\tcase oldFacts:\n\t\t\thigh = w.all",
		packages: "./eval",
	},
	{
		name: "an absolute time is read before it comes", file: "eval/machine.go",
		old: "case at > m.now:", new: "case at > m.eot:",
		packages: "./eval",
	},
	{
		name: "a crash is seen only from its time on", file: "eval/network.go",
		old: ".Has(failure.CrashAt(node, time))", new: ".Has(failure.CrashAt(node, time)) && time == 1",
		packages: "./eval",
	},
	{
		name: "a resumed run keeps what it sent", file: "eval/rewind.go",
		old: "for i := (t + 1) * len(m.program.Relations);", new: "for i := (t + 2) * len(m.program.Relations);",
		packages: "./eval ./verify",
	},
	{
		name: "a resumed run starts too late", file: "eval/run.go",
		old: "\t}\n\treturn f.Time\n", new: "\t}\n\treturn f.Time + 1\n",
		packages: "./eval ./verify",
	},
	{
		name: "a resumed run forgets that crashes can be read", file: "eval/run.go",
		old: "if e.readCrash {", new: "if false {",
		packages: "./eval ./verify",
	},
	{
		name: "observers that an absolute time reads are left out", file: "eval/compile.go",
		old: "if l.Kind != datalog.Comparison && l.Atom.At > 0 {", new: "if l.Kind != datalog.Comparison && l.Atom.At > 99 {",
		packages: "./eval ./verify",
	},
	{
		name: "overflow is looked for only where the join meets it", file: "eval/overflow.go",
		old: "if reached && overflowed &&", new: "if (reached || overflowed) &&",
		packages: "./eval",
	},
	{
		name: "multiplication wraps", file: "eval/arithmetic.go",
		old: "\tcase hi != 0:\n", new: "\tcase hi > 1:\n",
		packages: "./eval",
	},
	{
		name: "pre alone decides", file: "verify/judge.go",
		old: "q.add(v, c.And(space.Lit(f), literal(v).Not()))", new: "q.add(v, literal(v).Not())",
		packages: "./verify",
	},
	{
		name: "a justification of an AND leaves a child out", file: "hazard/justify.go",
		old: "why = j.circuit.And(parts...)", new: "why = j.circuit.And(parts[1:]...)",
		packages: "./hazard ./verify",
	},
	{
		name: "Exclude forgets that earlier crashes are larger", file: "hazard/cnf/question.go",
		old: "some = []solver.Literal{-l.rung[f.Time-1]}", new: "some = []solver.Literal{-q.variable(f)}",
		packages: "./hazard/... ./verify",
	},
	{
		name: "a node may crash twice", file: "hazard/cnf/ends.go",
		old: "\tif time > 1 {\n\t\tq.Add(-v.Happens, -r[time-2])\n\t}\n", new: "",
		packages: "./hazard/... ./verify",
	},
	{
		name: "what the specification does not allow is in the question", file: "hazard/cnf/admissible.go",
		old: "return q.spec.Allows(f, q.nodes) == nil", new: "return true",
		packages: "./hazard/...",
	},
	{
		name: "early crashes come first", file: "failure/scenario.go",
		old: "cmp.Compare(b.Begins, a.Begins)", new: "cmp.Compare(a.Begins, b.Begins)",
		packages: "./failure ./hazard ./verify",
	},
	{
		name: "sum over values instead of bindings", file: "eval/aggregate.go",
		old: "steps[i].value.Add(steps[i].value, big.NewInt(v))", new: "steps[i].value.Set(big.NewInt(v))",
		packages: "./eval",
	},
	{
		name: "lost messages are forgotten", file: "eval/network.go",
		old: "\t\tm.lose(r, from, head)\n", new: "\t\t_ = from\n",
		packages: "./eval ./verify",
	},
	{
		name: "failure-free outcomes are all outcomes", file: "verify/judge.go",
		old: "\tif j.expectAll {\n\t\treturn true\n\t}\n\t_, found", new: "\tif j.expectAll || len(args) > 0 {\n\t\treturn true\n\t}\n\t_, found",
		packages: "./verify",
	},
	{
		name: "a justification takes what did not hold along", file: "hazard/justify.go",
		old: "} else if len(children) <= j.width {", new: "} else {",
		packages: "./hazard ./verify",
	},
	{
		name: "symmetry ignores facts", file: "verify/symmetry/verify.go",
		old: "if !v.facts[string(v.fact(i, rename))] {", new: "if false && !v.facts[string(v.fact(i, rename))] {",
		packages: "./verify/symmetry",
	},
	{
		name: "symmetry ignores rules", file: "verify/symmetry/verify.go",
		old: "if !v.rules[canonical(&v.program.Rules[i], rename)] {", new: "if false && !v.rules[canonical(&v.program.Rules[i], rename)] {",
		packages: "./verify/symmetry",
	},
	{
		name: "symmetry ignores the times of facts", file: "verify/symmetry/verify.go",
		old: "b = binary.AppendVarint(b, int64(f.Time))", new: "b = binary.AppendVarint(b, 0)",
		packages: "./verify/symmetry",
	},
	{
		name: "symmetry ignores that names are compared", file: "verify/symmetry/find.go",
		old: "\t\tif pinned || chosen[n] {\n", new: "\t\tif pinned && false || chosen[n] {\n",
		packages: "./verify/symmetry",
	},
	{
		name: "symmetry renames what inputs name", file: "verify/symmetry/find.go",
		old: "\t\tif pinned || chosen[n] {\n", new: "\t\tif pinned || chosen[n] && false {\n",
		packages: "./verify/symmetry",
	},
	{
		name: "symmetry ignores which nodes may crash", file: "verify/symmetry/statement.go",
		old: "spec.Crashable != \"\" &&", new: "spec.Crashable == \"\" &&",
		packages: "./verify/symmetry",
	},
	{
		name: "a sweep forgets the inputs", file: "sweep/sweep.go",
		old: "\t\tc.Spec.Inputs = o.Verify.Spec.Inputs // they are not kept with it\n", new: "",
		packages: "./sweep",
	},
	{
		name: "symmetry ignores that min and max compare names", file: "verify/symmetry/ordered.go",
		old: "\t\t\tall.add(f.term(t.Term, variables))\n", new: "",
		packages: "./verify/symmetry",
	},
	{
		name: "symmetry does not follow names through rules", file: "verify/symmetry/ordered.go",
		old: "for again := true; again; {\n\t\tagain = false\n\t\tfor i := range p.Rules", new: "for again := false; again; {\n\t\tagain = false\n\t\tfor i := range p.Rules",
		packages: "./verify/symmetry",
	},
	{
		name: "symmetry ignores who sends", file: "verify/symmetry/canonical.go",
		old: "if w.rule.Timing == datalog.Asynchronous {", new: "if false {",
		packages: "./verify/symmetry",
	},
	{
		name: "equal nodes crash in order, and all their omissions too", file: "hazard/cnf/lexleader.go",
		old: "variable, equal)", new: "variable, 0*equal)",
		packages: "./hazard/... ./verify",
	},
	{
		name: "equal nodes crash in the other order where the first scenario is asked for", file: "verify/representatives.go",
		old: "\tq.FirstOfExchangeable(", new: "\tq.Exchangeable(",
		packages: "./verify",
	},
	{
		name: "the order of equal nodes goes on after a pair that differs", file: "hazard/cnf/lexleader.go",
		old: "{first, next}", new: "{-first, next}",
		packages: "./hazard/... ./verify",
	},
	{
		name: "of equal nodes one too few can crash", file: "hazard/cnf/lexleader.go",
		old: "nodes[min(q.spec.Crashes, len(nodes)):]", new: "nodes[min(max(q.spec.Crashes-1, 0), len(nodes)):]",
		packages: "./hazard/... ./verify",
	},
	{
		name: "the omissions of a node that crashes are in order with those of one that cannot", file: "hazard/cnf/lexleader.go",
		old: "return -first.rung.top(), true", new: "return 0, true",
		packages: "./hazard/... ./verify",
	},
	{
		name: "rungs are exact a time early", file: "hazard/cnf/lexleader.go",
		old: "clause = append(clause, l.rung[t-1])", new: "clause = append(clause, l.rung[0])",
		packages: "./hazard/... ./verify",
	},
	{
		name: "nodes that a tuple names count as equal", file: "verify/representatives.go",
		old: "return slices.Contains(tuple, datalog.String(n))", new: "return false",
		packages: "./verify",
	},
	{
		name: "the first tuple stands for all, symmetric or not", file: "verify/representatives.go",
		old: "\t\tif covered[i] {", new: "\t\tif covered[i] || len(firsts) > 0 {",
		packages: "./verify",
	},
	{
		name: "the first scenario is looked for among those that lack the same tuple", file: "hazard/best.go",
		old: "found, err := in.earlier(ctx)", new: "found, err := false, ctx.Err()",
		packages: "./hazard ./verify",
	},
	{
		name: "with --all, images are left out", file: "verify/symbolic.go",
		old: "\tq := s.ask(s.question.any)\n", new: "\tq := s.ask(s.question.any)\n\tq.FirstOfExchangeable(s.representatives().group.Interchangeable())\n",
		packages: "./verify",
	},
	{
		name: "candidates are taken for constant though one is refuted", file: "eval/satsweep/satsweep.go",
		old: "\t\tif !found {\n\t\t\tbreak\n\t\t}\n\t\tlanes", new: "\t\tif len(left) > 1 || !found {\n\t\t\tbreak\n\t\t}\n\t\tlanes",
		packages: "./eval/... ./verify",
	},
	{
		name: "what is certain is dropped, what is impossible stays", file: "eval/satsweep.go",
		old: "if f.lit != c.lit {", new: "if f.lit == c.lit {",
		packages: "./eval ./verify",
	},
	{
		name: "the scenarios that are drawn are taken for all", file: "eval/satsweep/patterns.go",
		old: "p.complete = list != nil; !p.complete {", new: "p.complete = true; list == nil {",
		packages: "./eval/... ./verify",
	},
	{
		name: "half of the lanes of a negated literal are lost", file: "circuit/lanes.go",
		old: "return l.value[lit>>1] ^ -uint64(lit&1)", new: "return l.value[lit>>1] ^ -uint64(lit&1)>>32",
		packages: "./circuit ./eval",
	},
	{
		name: "some of several functions: only the first is asked about", file: "hazard/cnf/encode.go",
		old: "for _, l := range lits {\n\t\tclause", new: "for _, l := range lits[:1] {\n\t\tclause",
		packages: "./hazard/... ./eval",
	},
	{
		name: "what some function needs is demanded for good", file: "hazard/some.go",
		old: "s.clauses.Add(-either)", new: "s.clauses.Add(either)",
		packages: "./hazard/...",
	},
	{
		name: "the sum of crash times is bounded by that of a last answer with other faults", file: "hazard/latest.go",
		old: "if !c.beyond {", new: "if len(c.search.last) > 0 {",
		packages: "./hazard ./verify",
	},
	{
		name: "lists are looked for after the last one, whatever the sum of crash times", file: "hazard/first.go",
		old: "c.beyond || all[high]", new: "all[high]",
		packages: "./hazard ./verify",
	},
	{
		name: "a question that lacks clauses is answered", file: "hazard/cnf/question.go",
		old: "q.broken = true", new: "q.broken = false",
		packages: "./hazard/...",
	},
}
