package main

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"molly/export/wire"
	"molly/internal/numeral"
	"molly/verify"
)

// text prints the numbers for people.
func (r *counted) text() {
	bad, all := verify.Total(r.Violating), verify.Total(r.Scenarios)
	if bad.Sign() == 0 {
		r.printf("%s: none of the %s of %s under %v violates the invariant\n", r.style.paint(colourGood, "certified"),
			numeral.CountBig(all, "admissible scenario"), r.name(), r.Spec)
	} else {
		r.printf("%s under %v: %s of %s violate the invariant (%s)\n", r.name(), r.Spec,
			r.style.paint(colourBad, numeral.Grouped(bad)), numeral.CountBig(all, "admissible scenario"), percent(bad, all))
	}
	switch {
	case r.Owed.Nothing():
		r.printf("%s %s.\n", r.style.paint(colourDoubt, "!!! VACUOUS:"), r.outcomes.DescribeVacuous(r.datalog()))
	case bad.Sign() == 0 && r.Owed.OnlyUnderFaults():
		r.printf("%s: %s\n", onlyUnderFaults, r.outcomes.DescribeOnlyUnderFaults())
	}
	r.section("By number of faults")
	w := r.newTable("faults", "scenarios", "violate", "")
	for k, n := range r.Scenarios {
		w.AppendRow([]any{k, numeral.Short(n), numeral.Short(r.Violating[k]), percent(r.Violating[k], n)})
	}
	var right []table.ColumnConfig
	for column := range 4 {
		right = append(right, table.ColumnConfig{Number: column + 1, Align: text.AlignRight})
	}
	w.SetColumnConfigs(right)
	r.printTable(w)
	for _, c := range r.chances {
		r.section(fmt.Sprintf("If messages are lost with probability %s, and nodes crash with %s at each time", c.loss, c.crash))
		r.printf("  admissible and violating  %s\n", decimal(c.bad))
		r.printf("  admissible                %s\n", decimal(c.admissible))
		if c.admissible.Sign() > 0 {
			r.printf("  quotient                  %s\n", decimal(c.quotient))
		} else {
			r.printf("  quotient                  none: no admissible scenario can happen\n")
		}
	}
	r.printf("\n%s, %.3f s\n", r.diagram(), r.elapsed.Seconds())
}

// diagram says what the counting rests on.
func (r *counted) diagram() string {
	return fmt.Sprintf("A decision diagram of %s over %s", count(r.Function.Nodes(), "node"), count(r.Function.Choices(), "choice"))
}

// percent writes a part of a whole with as many digits as are interesting.
func percent(part, whole *big.Int) string {
	if part.Sign() == 0 {
		return ""
	}
	if part.Cmp(whole) == 0 {
		return "all"
	}
	share := new(big.Float).SetPrec(128).SetInt(part)
	share.Mul(share, big.NewFloat(100)).Quo(share, new(big.Float).SetInt(whole))
	return share.Text('g', 3) + " %"
}

// decimal writes a probability with 10 digits.
func decimal(p *big.Float) string { return p.Text('g', 10) }

// csv prints the curve.
func (r *counted) csv() {
	r.printf("loss,crash,violating,admissible,quotient\n")
	for _, c := range r.chances {
		fields := []string{c.loss, c.crash, decimal(c.bad), decimal(c.admissible), ""}
		if c.admissible.Sign() > 0 {
			fields[4] = decimal(c.quotient)
		}
		r.printf("%s\n", strings.Join(fields, ","))
	}
}

func (r *counted) json() error {
	out := wire.NewCount(r.Tally)
	for _, c := range r.chances {
		out.Probabilities = append(out.Probabilities, wire.NewChance(c.loss, c.crash, c.bad, c.admissible, c.quotient))
	}
	out.Warnings, out.Elapsed = wire.Warnings(r.warnings), wire.Seconds(r.elapsed)
	return r.encode(out)
}
