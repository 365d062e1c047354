package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// asks are the functions and types, by package, that load a program, search, run or explain. The
// command line has the façade for that.
var asks = map[string]string{
	"dedalus":    "Loader ParseString",
	"eval":       "New",
	"provenance": "Explain Violations Clocks ParseGoal",
	"verify":     "Verify NewWorld NewSearchWorld Execute Candidates Hypotheses Count Minimal Certificate Fit32 Fit32Run NewHorizons",
	"certify":    "Check Ask Parse",
	"expect":     "Run Read ReadShipped Find",
	"sweep":      "New",
	"asp":        "Question",
	"souffle":    "Execution",
	"view":       "Subject",
	"report":     "NewWriter",
	"pages":      "NewWriter",
	"prototype":  "NewWriter",
}

// The façade is the only way in for the command line.
func TestOneWayIn(t *testing.T) {
	files, err := filepath.Glob("../../cmd/molly/*.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		positions := token.NewFileSet()
		file, err := parser.ParseFile(positions, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			of, ok := s.X.(*ast.Ident)
			if !ok || of.Obj != nil { // a variable
				return true
			}
			seen++
			if strings.Contains(" "+asks[of.Name]+" ", " "+s.Sel.Name+" ") {
				t.Errorf("%v: %s.%s: package molly has a way to ask for it", positions.Position(s.Pos()), of.Name, s.Sel.Name)
			}
			return true
		})
	}
	if seen < 500 {
		t.Errorf("only %d selectors seen: is this the right folder?", seen)
	}
}
