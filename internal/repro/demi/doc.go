// Package demi measures what the DEMi paper's tables show (Scott et al., Minimizing Faulty Executions of Distributed Systems, NSDI
// 2016), with the samples of the same bugs, and sets the paper's numbers beside them.
//
// Events and executions are the same on every machine; seconds are not.
package demi
