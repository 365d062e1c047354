// Package explore does all executions of a system of nodes: every order of deliveries, of timers and of what comes from
// outside, within bounds.
//
// Executions that differ only in the order of steps that have nothing to do with each other are one: a Mazurkiewicz
// trace, or class. Two steps have to do with each other, they are dependent, when the same node takes them, when one makes
// or takes away what the other needs, or when both change what a link lets through. Each class is done once:
//
//   - [States] does every class, those of executions that could go on, too, by sleep sets (Godefroid 1996, chapter 5). So
//     it sees every state that can be reached.
//   - [Fewest] looks for an execution of fewest events in which something is violated, by States with a bound on the
//     length, which grows.
package explore
