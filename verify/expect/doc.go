// Package expect reads what a program's text says of its verdicts, and holds it against
// them. An expectation is a comment line:
//
//	// expect: eot=6 eff=3 crashes=1 → certified
//	// expect: eot=4 eff=2 crashes=0 → counterexample omit=a:b:1 crash=c@2
//	// expect: eot=3 eff=0 → vacuous
//
// Before the arrow (→ or ->) is the specification; what it leaves out is taken
// from the file's directive ("// molly: …"). After it is the verdict:
//
//   - certified: no admissible scenario violates the invariant, and some admissible
//     execution has something to lose: the failure-free one, or only others;
//   - vacuous: none does, but no admissible execution has anything to lose;
//   - counterexample: some scenario does. Where faults are named, they must be one of the
//     minimal counterexamples, not only the one that is reported first.
//
// The comments of included files do not count: a file speaks for itself.
package expect
