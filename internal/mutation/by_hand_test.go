package mutation

// orderOperators are bugs in what symmetry counts as a comparison by order.
func orderOperators() []mutant {
	var list []mutant
	for _, op := range []string{"Less", "LessEqual", "Greater", "GreaterEqual"} {
		list = append(list, mutant{
			name: "symmetry does not count as an order comparison: " + op, file: "verify/symmetry/ordered.go",
			old: "l.Op != datalog.NotEqual\n", new: "l.Op != datalog.NotEqual && l.Op != datalog." + op + "\n",
			packages: "./verify/symmetry ./verify",
		})
	}
	return list
}

// byHand are bugs that were planted by hand when no test noticed them, and some like them.
var byHand = []mutant{
	{
		name: "symmetry does not count max as an order comparison", file: "verify/symmetry/ordered.go",
		old: "t.Aggregate == datalog.Max {\n\t\t\tall", new: "false {\n\t\t\tall",
		packages: "./verify/symmetry",
	},
	{
		name: "symmetry does not count min as an order comparison", file: "verify/symmetry/ordered.go",
		old: "if t.Aggregate == datalog.Min || t.Aggregate == datalog.Max {\n\t\t\tall", new: "if t.Aggregate == datalog.Max {\n\t\t\tall",
		packages: "./verify/symmetry",
	},
	{
		name: "symmetry does not look at programs that have max alone", file: "verify/symmetry/ordered.go",
		old: "t.Aggregate == datalog.Max {\n\t\t\t\treturn true", new: "false {\n\t\t\t\treturn true",
		packages: "./verify/symmetry",
	},
	{
		name: "a counterexample is one for all larger cells, though a number does not fit there", file: "sweep/grid.go",
		old: "return within(c.Spec, spec) && !r.overflows", new: "return within(c.Spec, spec)",
		packages: "./sweep",
	},
	{
		name: "the latest fact is shifted to the given time", file: "sweep/shift.go",
		old: "f.Time < earliest", new: "f.Time > earliest",
		packages: "./sweep",
	},
	{
		name: "messages to no node are not warned about", file: "verify/warn.go",
		old: "for _, m := range l.Misdirected() {", new: "for _, m := range l.Misdirected()[:0] {",
		packages: "./verify",
	},
	{
		name: "the forecast takes the growth of the last time as it is", file: "eval/growth.go",
		old: "step *= max(g.Factor, 1)", new: "step *= 1",
		packages: "./eval",
	},
	{
		name: "the forecast falls where growth falls", file: "eval/growth.go",
		old: "step *= max(g.Factor, 1)", new: "step *= g.Factor",
		packages: "./eval",
	},
	{
		name: "the forecast goes on for a time too many", file: "eval/growth.go",
		old: "t < m.eot && g.Expected", new: "t <= m.eot && g.Expected",
		packages: "./eval",
	},
	{
		name: "what counts less does not make an aggregate larger", file: "provenance/parity.go",
		old: "odd: negated || aggregates,", new: "odd: negated,",
		packages: "./provenance",
	},
	{
		name: "what counts more does not make an aggregate larger where it is negated", file: "provenance/parity.go",
		old: "even: !negated || aggregates,", new: "even: !negated,",
		packages: "./provenance",
	},
	{
		name: "rules that never fire guard", file: "verify/role.go",
		old: "|| !rules[i].fires.happens {", new: "{",
		packages: "./verify",
	},
	{
		name: "the sampler draws no second omission", file: "failure/sampler.go",
		old: "for range s.random.IntN(3) {", new: "for range s.random.IntN(2) {",
		packages: "./failure",
	},
	{
		name: "the sampler draws three omissions", file: "failure/sampler.go",
		old: "for range s.random.IntN(3) {", new: "for range s.random.IntN(4) {",
		packages: "./failure",
	},
	{
		name: "the sampler draws no crash at EOT", file: "failure/sampler.go",
		old: "CrashAt(node, 1+s.random.IntN(s.spec.LastCrash()))", new: "CrashAt(node, 1+s.random.IntN(max(s.spec.LastCrash()-1, 1)))",
		packages: "./failure",
	},
	{
		name: "the sampler always crashes as many as can", file: "failure/sampler.go",
		old: "s.random.IntN(s.spec.Crashes + 1)", new: "s.spec.Crashes",
		packages: "./failure",
	},
	{
		name: "the sampler crashes the first nodes", file: "failure/sampler.go",
		old: "[:crashes] {", new: "[:crashes] {\n\t\t\tn *= 0",
		packages: "./failure",
	},
	{
		name: "the sampler loses the first messages only", file: "failure/sampler.go",
		old: "s.messages[s.random.IntN(len(s.messages))]", new: "s.messages[s.random.IntN(1+len(s.messages)/2)]",
		packages: "./failure",
	},
	{
		name: "the sampler draws scenarios without a fault", file: "failure/sampler.go",
		old: "(len(sc) > 0 || !s.some)", new: "(len(sc) >= 0 || !s.some)",
		packages: "./failure",
	},
}
