// Command molly runs lineage-driven fault injection on protocols that are written in
// Dedalus: see README.md.
//
// Each subcommand has a file of its own. They hold flags, wiring and presentation,
// and decide nothing: verdicts come from package verify.
package main

import "os"

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
