package mcp

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"molly"
	"molly/dedalus"
	"molly/export/text"
	"molly/export/wire"
	"molly/internal/numeral"
	"molly/internal/process"
)

type verifyInput struct {
	asked
	All bool `json:"all,omitempty" jsonschema:"list all minimal counterexamples, the smallest first (at most 50), not only one"`
}

// mostListed is how many counterexamples a list has.
const mostListed = 50

// verified is the JSON of molly verify, with the counterexamples of a list, which the command line prints one
// by one.
type verified struct {
	wire.Verify
	Counterexamples []wire.ListedCounterexample `json:"counterexamples,omitempty"`
}

func addVerify(s *sdk.Server, w *worker) {
	add(s, w, "verify", "Verify a protocol",
		"Search a failure specification for the fewest faults that violate the program's invariant (pre and post at the end, never at every time), "+
			"or prove that no admissible faults do. The answer is exact. A counterexample comes with its faults, the reason, and a space-time diagram.",
		func(in verifyInput) float64 { return in.Timeout }, verifyTool)
}

func verifyTool(ctx context.Context, tell progress, in verifyInput) (answer, error) {
	q, warnings, err := in.question(ctx)
	if err != nil {
		return answer{}, err
	}
	search := molly.Search{All: in.All, Progress: tell(ctx)}
	start := time.Now()
	v, err := q.Verify(ctx, search)
	if v == nil {
		return answer{}, ofProgram(q, warnings, err)
	}
	search.Spec, search.Nodes = q.Spec, q.Nodes
	found := text.Search{Verdict: v, Options: search, Err: err, Elapsed: time.Since(start)}
	warnings = text.Warned(warnings, q.Program.Program, q.Setting, v.Warnings)
	ctx, cancel := process.Late(ctx)
	defer cancel()
	words, err := verdictInWords(ctx, q, found, warnings)
	if err != nil {
		return answer{}, err
	}
	out := verified{Verify: wire.NewVerify(q.Datalog(), v, search, func(n *big.Int) string { return numeral.Exactly(ctx, n) })}
	out.Warnings, out.Elapsed = wire.Diagnostics(warnings), wire.Seconds(found.Elapsed)
	if in.All {
		for _, f := range v.Findings[:min(len(v.Findings), mostListed)] {
			out.Counterexamples = append(out.Counterexamples, wire.NewListed(q.Datalog(), f, false).Counterexample)
		}
	}
	return answer{words, out}, nil
}

// verdictInWords writes a verdict as the command line does.
func verdictInWords(ctx context.Context, q *molly.Question, found text.Search, warnings dedalus.Diagnostics) (string, error) {
	var b strings.Builder
	b.WriteString(rendered(warnings))
	if found.Options.All && len(found.Findings) > 0 {
		shown := found.Findings[:min(len(found.Findings), mostListed)]
		for i, f := range shown {
			_ = text.Listed(&b, text.Style{}, q.Subject(), i+1, f, false) // a Builder takes everything
		}
		if more := len(found.Findings) - len(shown); more > 0 {
			fmt.Fprintf(&b, "\nand %d more, which are not shown\n", more)
		}
		err := text.ListEnd(&b, text.Style{}, found)
		return b.String(), err
	}
	why, err := q.Explained(ctx, found.Verdict)
	if err != nil {
		if ctx.Err() == nil {
			return "", err
		}
		why.Unexplained = "there was no time left to find out why; the tool explain says it"
	}
	err = text.Verdict(&b, text.Style{}, q.Subject(), found, why)
	return b.String(), err
}
