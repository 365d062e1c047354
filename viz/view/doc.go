// Package view makes of judged runs and explanations what package viz draws, and draws them.
//
//	Trace       a run as a trace: its messages, what took those that were lost, pre and post
//	Lineage     an explanation as a graph; Difference compares it with another run
//	Subject     both as scenes
//	Terminal    a run as text, in few lines
//
// What is drawn is decided here: which messages matter, what a lineage leaves out, what a
// difference marks. How it looks is decided by viz/lamport and viz/lineage.
package view
