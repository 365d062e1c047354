package text

import (
	"fmt"
	"io"
	"strings"

	"molly/explore/replay"
	"molly/internal/numeral"
	"molly/verify/expect"
)

// Tested writes what came of a file's expectations: those that do not hold, and a line about the
// file. With verbose it writes those that hold as well. include are the folders in which the file's
// parts were looked for.
func Tested(w io.Writer, style Style, f expect.Tested, include []string, verbose bool) error {
	p := &printer{Style: style, w: w}
	for _, x := range f.Results {
		switch {
		case x.NotReached:
			p.printf("%s %s %s\n", p.Paint(Doubt, "--- NOT REACHED:"), x.Place(), x.Expectation)
		case x.Undecided > 0:
			p.printf("%s %s %s\n", p.Paint(Doubt, "--- UNDECIDED:"), x.Place(), x.Expectation)
			p.printf("    %s\n    %s\n", x.Problem(), TestCommand(f.File, include, x))
		case !x.Holds():
			p.printf("%s %s %s (%.3f s)\n", p.Paint(Bad, "--- FAIL:"), x.Place(), x.Expectation, x.Elapsed.Seconds())
			p.printf("    %s\n    %s\n", strings.ReplaceAll(x.Problem(), "\n", "\n    "), TestCommand(f.File, include, x))
		case verbose:
			p.printf("%s %s %s (%.3f s)\n", p.Paint(Good, "--- PASS:"), x.Place(), x.Expectation, x.Elapsed.Seconds())
		}
	}
	all := numeral.Count(len(f.Results), "expectation")
	switch {
	case f.OK() && f.Reached() < len(f.Results):
		p.printf("%s     %s  %d of %s not reached\n", p.Paint(Doubt, "-"), f.Name, len(f.Results)-f.Reached(), all)
	case f.OK() && f.Undecided() > 0:
		p.printf("%s     %s  %d of %s not decided  %.3f s\n", p.Paint(Doubt, "-"), f.Name, f.Undecided(), all, f.Elapsed().Seconds())
	case f.OK():
		p.printf("%s    %s  %s  %.3f s\n", p.Paint(Good, "ok"), f.Name, all, f.Elapsed().Seconds())
	case f.Bad():
		p.printf("%s  %s  [error in the file]\n", p.Paint(Bad, "FAIL"), f.Name)
	default:
		p.printf("%s  %s  %d of %s  %.3f s\n", p.Paint(Bad, "FAIL"), f.Name, f.Failed(), all, f.Elapsed().Seconds())
	}
	return p.err
}

// TestCommand writes the command line that shows the verdict which an expectation is about.
func TestCommand(f *expect.File, include []string, x expect.Result) string {
	s := Subject{Files: []string{f.Name}, Include: include, Define: f.Define, Spec: x.Spec, Nodes: x.Nodes}
	if f.Program != nil {
		s.Own = f.Program.Settings()
	}
	return s.Command("verify", nil)
}

// Tests writes what came of all files, and of traces.
func Tests(w io.Writer, list []expect.Tested, traces []*replay.Result) error {
	var said []string
	if len(list) > 0 || len(traces) == 0 {
		said = append(said, tests(list))
	}
	if len(traces) > 0 {
		said = append(said, replay.Sum(traces).String())
	}
	_, err := fmt.Fprintf(w, "\n%s\n", strings.Join(said, "\n"))
	return err
}

// tests says in a line what came of expectations.
func tests(list []expect.Tested) string {
	s := expect.Sum(list)
	text := fmt.Sprintf("%s in %s: ", numeral.Count(s.Expectations, "expectation"), numeral.Count(s.Files, "file"))
	switch {
	case s.Reached < s.Expectations || s.Undecided > 0:
		text += fmt.Sprintf("%d held, %d did not", s.Held, s.Failed())
		if s.Undecided > 0 {
			text += fmt.Sprintf(", %d not decided", s.Undecided)
		}
		if s.Reached < s.Expectations {
			text += fmt.Sprintf(", %d not reached", s.Expectations-s.Reached)
		}
	case s.OK() && s.Held == 1:
		text += "it holds"
	case s.OK():
		text += "all hold"
	default:
		text += fmt.Sprintf("%d held, %d did not", s.Held, s.Expectations-s.Held)
		if s.Bad > 0 {
			text += ", " + numeral.Count(s.Bad, "file") + " with an error"
		}
	}
	return text
}
