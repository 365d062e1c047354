// Package reduce makes a long execution that violates something a short one that violates the same (DEMi, Scott et al. 2016).
//
// [Reduce] replays the execution, and then takes away what the violation does not need, in stages, each of which is
// verified by executions:
//
//   - provenance (§5): what did not happen before the steps of the nodes that the violation speaks of;
//   - externals (§3.1, App. A): events from outside, by delta debugging. A test does what is left of the smallest execution
//     so far, as far as it fits (package schedule, §3.2.1);
//   - internals (§3.2.1): deliveries, timers, drops, copies; what is left out stays pending;
//   - contents (§3.2.1, §5.3): members of the cluster, and what commands say.
//
// They alternate until none of them finds anything, which leaves an execution of which no event alone can be left out.
// That is a local minimum: two elections may need each other, because the terms of two candidates must be equal. So short
// random executions over the events from outside that are left are searched (which DEMi does not do), and what they find is
// reduced again.
//
// All of it depends on nothing but the system, the execution and the options: not on the clock, not on how many cores
// there are.
package reduce
