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
		name: "random draws no second omission", file: "verify/random.go",
		old: "for range l.random.IntN(3) {", new: "for range l.random.IntN(2) {",
		packages: "./verify",
	},
	{
		name: "random draws three omissions", file: "verify/random.go",
		old: "for range l.random.IntN(3) {", new: "for range l.random.IntN(4) {",
		packages: "./verify",
	},
	{
		name: "random draws no crash at EOT", file: "verify/random.go",
		old: "1+l.random.IntN(l.options.Spec.EOT)", new: "1+l.random.IntN(max(l.options.Spec.EOT-1, 1))",
		packages: "./verify",
	},
	{
		name: "random always crashes as many as can", file: "verify/random.go",
		old: "l.random.IntN(l.options.Spec.Crashes + 1)", new: "l.options.Spec.Crashes",
		packages: "./verify",
	},
	{
		name: "random crashes the first nodes", file: "verify/random.go",
		old: "l.options.Nodes[n], 1+", new: "l.options.Nodes[0*n], 1+",
		packages: "./verify",
	},
	{
		name: "random loses the first messages only", file: "verify/random.go",
		old: "l.omissions[l.random.IntN(len(l.omissions))]", new: "l.omissions[l.random.IntN(1+len(l.omissions)/2)]",
		packages: "./verify",
	},
	{
		name: "random draws scenarios without a fault", file: "verify/random.go",
		old: "len(sc) > 0 || len(l.omissions)", new: "len(sc) >= 0 || len(l.omissions)",
		packages: "./verify",
	},
}
