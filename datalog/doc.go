// Package datalog is the rule language that every later room speaks: values,
// terms, atoms, rules, facts, strata and source positions. It is data only; it
// neither reads text nor evaluates anything.
//
// A [Program] is a checked Dedalus program with every name resolved to a
// number. Time is part of the form instead of a column: a [Rule] says by its
// [Timing] when its conclusion holds, an [Atom] by At whether it reads now or an
// absolute time. Package dedalus/rewrite makes the explicit form of the LDFI
// paper's §4.1 of it, with a time column in every relation, clock atoms and
// firings relations.
//
// What a program means is written down in docs/language.md.
package datalog
