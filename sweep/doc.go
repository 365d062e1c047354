// Package sweep decides many failure specifications of one program: on the path that the
// LDFI paper's §2.1.1 takes through them, or as a whole table of EOT against EFF.
//
// What it decides does not depend on the order in which it asks, nor on what an earlier
// sweep has decided already.
package sweep
