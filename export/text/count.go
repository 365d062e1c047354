package text

import (
	"fmt"
	"io"
	"math/big"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"molly/internal/numeral"
	"molly/verify"
)

// Count writes how many scenarios violate the invariant, and how likely that is.
func Count(w io.Writer, style Style, s Subject, t *verify.Tally, chances []verify.ChanceAt, elapsed time.Duration) error {
	p := &printer{Style: style, w: w}
	bad, all := verify.Total(t.Violating), verify.Total(t.Scenarios)
	if bad.Sign() == 0 {
		p.printf("%s: none of the %s of %s under %v violates the invariant\n", p.Paint(Good, "certified"),
			numeral.CountBig(all, "admissible scenario"), s.Name(), t.Spec)
	} else {
		p.printf("%s under %v: %s of %s violate the invariant (%s)\n", s.Name(), t.Spec,
			p.Paint(Bad, numeral.Grouped(bad)), numeral.CountBig(all, "admissible scenario"), percent(bad, all))
	}
	switch {
	case t.Owed.Nothing():
		p.printf("%s %s.\n", p.Paint(Doubt, "!!! VACUOUS:"), s.Outcomes.DescribeVacuous(s.Program))
	case bad.Sign() == 0 && t.Owed.OnlyUnderFaults():
		p.printf("%s\n", s.onlyUnderFaults(t.Owed))
	}
	p.section("By number of faults")
	p.table(byFaults(style, t))
	for _, c := range chances {
		p.section("If " + happening(c.Rates))
		p.printf("  admissible and violating  %s\n", decimal(c.Violating))
		p.printf("  admissible                %s\n", decimal(c.Admissible))
		if c.Admissible.Sign() > 0 {
			p.printf("  quotient                  %s\n", decimal(c.Quotient))
		} else {
			p.printf("  quotient                  none: no admissible scenario can happen\n")
		}
	}
	p.printf("\nA decision diagram of %s over %s, %.3f s\n",
		numeral.Count(t.Function.Nodes(), "node"), numeral.Count(t.Function.Choices(), "choice"), elapsed.Seconds())
	return p.err
}

// byFaults is a table of the scenarios by their number of faults.
func byFaults(style Style, t *verify.Tally) table.Writer {
	w := style.newTable("faults", "scenarios", "violate", "")
	for k, n := range t.Scenarios {
		w.AppendRow([]any{k, numeral.Short(n), numeral.Short(t.Violating[k]), percent(t.Violating[k], n)})
	}
	var right []table.ColumnConfig
	for column := range 4 {
		right = append(right, table.ColumnConfig{Number: column + 1, Align: text.AlignRight})
	}
	w.SetColumnConfigs(right)
	return w
}

// Curve writes chances as CSV.
func Curve(w io.Writer, chances []verify.ChanceAt) error {
	p := &printer{w: w}
	for i, c := range chances {
		quotient := ""
		if c.Admissible.Sign() > 0 {
			quotient = decimal(c.Quotient)
		}
		names, fields := []string{"loss", "crash"}, []string{c.Loss, c.Crash}
		for _, more := range [][2]string{{"late", c.Late}, {"copy", c.Copy}, {"restart", c.Restart}} {
			if more[1] != "" {
				names, fields = append(names, more[0]), append(fields, more[1])
			}
		}
		if i == 0 {
			p.printf("%s,violating,admissible,quotient\n", strings.Join(names, ","))
		}
		p.printf("%s,%s,%s,%s\n", strings.Join(fields, ","), decimal(c.Violating), decimal(c.Admissible), quotient)
	}
	return p.err
}

// happening says how likely faults are.
func happening(r verify.Rates) string {
	with := "with probability" // the first time
	add := func(to []string, what, rate, when string) []string {
		if rate == "" {
			return to
		}
		part := fmt.Sprintf("%s %s %s%s", what, with, rate, when)
		with = "with"
		return append(to, part)
	}
	messages := add(nil, "are lost", r.Loss, "")
	messages = add(messages, "are late", r.Late, "")
	messages = add(messages, "come twice", r.Copy, "")
	nodes := strings.Join(add(add(nil, "nodes crash", r.Crash, " at each time"), "come back", r.Restart, ""), " and ")
	if len(messages) == 0 {
		return nodes
	}
	return "messages " + strings.Join(messages, ", ") + ", and " + nodes
}

// percent writes a part of a whole with three digits.
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
