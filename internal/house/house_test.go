// Package house holds the test of the project's structure: data flows one way through
// the rooms, and a room imports only what is above it.
package house

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// allowed lists which rooms a room may import, outside its tests. docs/how-it-works.md
// draws the picture. Nothing imports a room that may import everything.
var allowed = map[string]string{
	"datalog":             "failure",
	"failure":             "internal/numeral",
	"internal/memlimit":   "",
	"circuit":             "failure",
	"datalog/naive":       "datalog failure",
	"verify/symmetry":     "datalog failure",
	"dedalus/syntax":      "",
	"dedalus/highlight":   "dedalus/syntax",
	"dedalus":             "datalog failure dedalus/syntax internal/nearest",
	"dedalus/format":      "dedalus dedalus/syntax",
	"eval/satsweep":       "failure circuit",
	"eval":                "datalog failure circuit internal/memlimit eval/satsweep",
	"provenance":          "datalog failure circuit eval internal/nearest internal/numeral",
	"hazard/solver":       "",
	"hazard/cnf":          "failure circuit hazard/solver",
	"hazard":              "failure circuit hazard/cnf hazard/solver",
	"circuit/bdd":         "failure circuit",
	"verify/certify":      "datalog failure datalog/naive dedalus",
	"verify":              "datalog failure circuit internal/memlimit verify/symmetry dedalus eval eval/satsweep provenance hazard hazard/solver circuit/bdd verify/certify internal/numeral",
	"sweep":               "datalog failure eval verify",
	"internal/repro":      "failure dedalus verify sweep viz/plot viz/scene viz/svg internal/atomicfile",
	"internal/repro/demi": "explore/fuzz explore/reduce explore/schedule internal/repro internal/target node node/trace viz/plot viz/scene",
	"datalog/flat":        "datalog",
	"dedalus/rewrite":     "datalog datalog/flat",
	"dedalus/lint":        "datalog dedalus eval verify verify/expect",
	"export/asp":          "datalog failure datalog/flat dedalus/rewrite",
	"export/souffle":      "datalog failure datalog/flat dedalus/rewrite",
	"export/itf":          "datalog eval",
	"export/shiviz":       "datalog failure eval verify viz/view",
	"export/junit":        "internal/atomicfile",
	"export/sarif":        "datalog dedalus verify verify/expect export/text explore/replay node node/trace",
	"export/github":       "dedalus",
	"export/text":         "datalog failure dedalus eval provenance verify verify/certify verify/expect sweep internal/numeral viz/view viz/sample export/wire explore/replay node",
	"export/wire":         "datalog failure dedalus eval explore explore/fuzz explore/reduce node provenance verify verify/certify verify/expect sweep internal/within explore/replay explore/schedule node/trace",
	"viz":                 "",
	"viz/scene":           "",
	"protocols":           "",
	"verify/expect":       "datalog failure dedalus eval verify verify/certify internal/atomicfile internal/nearest internal/shard internal/walk",

	"export/junit/verdicts": "export/junit verify/expect",
	"export/junit/traces":   "explore/replay export/junit",

	"viz/lamport": "viz viz/scene",
	"viz/layered": "viz/scene",
	"viz/lineage": "viz viz/layered viz/scene",
	"viz/plot":    "viz/scene",
	"viz/svg":     "viz/scene",
	"viz/pdf":     "viz/scene",
	"viz/png":     "viz/scene",
	"viz/tikz":    "viz/scene",
	"viz/dot":     "viz/scene",
	"viz/format":  "internal/atomicfile viz/scene viz/svg viz/pdf viz/png viz/tikz viz/dot",
	"viz/report":  "datalog dedalus dedalus/highlight dedalus/syntax failure internal/atomicfile internal/numeral eval provenance verify viz viz/scene viz/lamport viz/lineage viz/svg viz/view viz/sample",
	"viz/view":    "datalog failure internal/numeral internal/within eval provenance verify viz viz/scene viz/lamport viz/lineage viz/plot",
	"viz/sample":  "datalog failure verify viz/view",

	"export/prototype": "datalog failure internal/atomicfile eval provenance verify viz/scene viz/svg viz/dot viz/lamport viz/lineage viz/view viz/sample",

	// Nodes that take steps.
	"node":                                   "",
	"node/trace":                             "node internal/atomicfile",
	"node/actor":                             "node",
	"node/nodetest":                          "explore/fuzz node node/trace",
	"node/dedalus":                           "datalog failure eval provenance node",
	"node/process":                           "node",
	"node/predicate":                         "node",
	"node/raftsafety":                        "node",
	"node/sample/raft":                       "explore/fuzz node node/actor node/raftsafety",
	"viz/steps":                              "node node/trace viz",
	"export/steps":                           "node node/trace",
	"debug":                                  "node node/trace node/predicate node/session",
	"node/script":                            "node node/trace node/predicate node/session",
	"node/session":                           "node node/trace node/predicate",
	"node/etcdraft":                          "explore/fuzz node node/raftsafety", // a module of its own
	"node/etcdraft/plant":                    "explore/fuzz node/etcdraft",
	"node/host":                              "debug explore explore/fuzz explore/reduce explore/schedule internal/browse internal/numeral internal/terminal node node/predicate node/script node/session node/trace explore/replay export/junit export/junit/traces internal/atomicfile internal/shard",
	"node/etcdraft/cmd/molly-etcdraft":       "node node/etcdraft node/host",
	"node/etcdraft/cmd/molly-etcdraft-plant": "node/etcdraft/plant",
	"node/sample/pingpong":                   "node node/actor",
	"node/sample/lock":                       "node node/actor",
	"node/sample/primarybackup":              "node node/actor",
	"node/sample/randtree":                   "node node/actor",
	"node/sample/spark":                      "explore/fuzz node node/actor",
	"explore":                                "node node/trace",
	"explore/fuzz":                           "node node/trace node/predicate",
	"explore/schedule":                       "node node/trace",
	"explore/replay":                         "explore/schedule internal/numeral internal/walk node node/trace",
	"explore/reduce":                         "explore explore/fuzz explore/schedule node node/trace",
	"playground":                             "dedalus dedalus/highlight internal/atomicfile internal/browse internal/skeleton",
	"playground/engine":                      "molly datalog dedalus dedalus/highlight dedalus/syntax eval export/text export/wire failure internal/nearest internal/numeral protocols provenance verify viz/lamport viz/lineage viz/scene viz/svg",
	"playground/wasm":                        "playground/engine",
	"lsp":                                    "molly datalog dedalus dedalus/format dedalus/syntax eval export/text failure internal/numeral provenance verify verify/expect",

	"docs": "",
	"mcp":  "molly dedalus dedalus/format docs export/text export/wire failure internal/nearest internal/numeral internal/process protocols provenance verify",

	"molly":     "everything",
	"cmd/molly": "everything",

	// The benchmark, and the programs that it measures.
	"internal/bench":          "internal/atomicfile failure dedalus export/asp export/text eval protocols verify verify/expect internal/bench/programs",
	"internal/bench/programs": "datalog dedalus protocols",

	// Leaves: what a word was meant to be, the pages of a manual, how numbers are written, how a computation ends early,
	// how files are written.
	"internal/nearest":    "",
	"internal/process":    "internal/memlimit",
	"internal/target":     "explore/fuzz molly failure internal/nearest node node/dedalus node/host node/predicate node/process node/sample/lock node/sample/pingpong node/sample/primarybackup node/sample/randtree node/sample/raft node/sample/spark",
	"internal/terminal":   "",
	"internal/flagvalue":  "dedalus export/text failure internal/nearest protocols sweep viz/scene",
	"internal/man":        "",
	"internal/numeral":    "internal/within",
	"internal/within":     "",
	"internal/chromium":   "",
	"internal/browse":     "",
	"internal/atomicfile": "",
	"internal/skeleton":   "internal/atomicfile",
	"internal/shard":      "",
	"internal/walk":       "",
	"internal/watch":      "",

	// Tools of the tests.
	"internal/clingo":         "",
	"internal/randprog":       "datalog failure datalog/naive dedalus",
	"internal/randcircuit":    "failure circuit",
	"internal/scenes":         "viz/scene",
	"internal/sarifschema":    "",
	"internal/mutation/plant": "",
}

// facade is the package at the root of the module.
const facade = "molly"

func TestImports(t *testing.T) {
	seen := 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && d.Name() != ".." || d.Name() == "testdata") && path != "../.." {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		room := filepath.ToSlash(strings.TrimPrefix(filepath.Dir(path), "../../"))
		if room == "../.." {
			room = facade
		}
		may, known := allowed[room]
		if !known {
			t.Errorf("%s: no room %q in the house: say what it may import", path, room)
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			imported, ours := strings.CutPrefix(name, "molly/")
			if name == facade {
				imported, ours = facade, true
			}
			if !ours {
				continue
			}
			seen++
			if may != "everything" && !strings.Contains(" "+may+" ", " "+imported+" ") {
				t.Errorf("%s imports %s, against the flow of data", path, imported)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 20 {
		t.Errorf("only %d imports seen: is this the right folder?", seen)
	}
}
