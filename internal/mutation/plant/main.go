// Command plant plants bugs in the project, one at a time, and says which of them the tests
// let live.
//
//	go run ./internal/mutation/plant symmetry sweep        # these packages
//	go run ./internal/mutation/plant -update               # all, and the table in CONTRIBUTING.md
//
// A bug is a small change of one expression or statement: another comparison, operator or
// constant, a negated condition, an operand or a statement left out, other bounds of a
// slice. Of each file it takes some, chosen by a hash of their text, so that the choice
// hardly changes with the file. All bugs of a package are built into one program, through
// an overlay that leaves the files alone, and a number in a file says which of them is
// active: so a package is compiled once. Tests run that reach the bug, the quick ones first:
// those of the package itself, and, when they pass, those of packages that use it. A bug
// that makes them run forever, or take all memory, is caught.
//
// Bugs that change nothing are listed in equivalent.txt, with the reason. CONTRIBUTING.md
// says more.
package main

import (
	"context"
	_ "embed"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

//go:embed selector.go.txt
var selectorSource string

// packages are those that the table has.
var packages = []string{
	"verify/symmetry", "verify/certify", "verify", "eval/...", "hazard/...",
	"sweep", "provenance", "circuit/bdd", "verify/expect", "export/asp", "viz/...",
}

type options struct {
	most    int
	seed    uint64
	journal string
	own     bool
	again   bool
	update  bool
	list    bool
	only    string
}

func main() {
	var o options
	flag.IntVar(&o.most, "most", 4, "how many bugs to plant in a file at most")
	flag.Uint64Var(&o.seed, "seed", 1, "which of the bugs to choose")
	flag.StringVar(&o.journal, "journal", "", "a file that keeps what was found; a run that has it continues where another one ended")
	flag.BoolVar(&o.own, "own", false, "run the package's own tests only")
	flag.BoolVar(&o.again, "again", false, "of what the journal has, plant again what was not caught")
	flag.BoolVar(&o.update, "update", false, "write the table into CONTRIBUTING.md")
	flag.BoolVar(&o.list, "list", false, "list the bugs, and plant none")
	flag.StringVar(&o.only, "only", "", "plant only bugs whose text has this in it")
	flag.Parse()
	if flag.NArg() > 0 {
		packages = flag.Args()
	}
	if o.update && (flag.NArg() > 0 || o.only != "" || o.list) {
		fmt.Fprintln(os.Stderr, "-update writes the table of all packages: name none, and leave -only and -list out")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, o, packages); err != nil {
		fmt.Fprintln(os.Stderr, strings.TrimSpace(err.Error()))
		os.Exit(1)
	}
}
