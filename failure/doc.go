// Package failure describes what may go wrong: the failure specification
// ⟨EOT, EFF, Crashes⟩ (the LDFI paper's Fspec), faults, and scenarios, which are sets of
// faults.
//
// A message sent at time t arrives at t+1 unless it is lost. It is lost by an
// omission O(from, to, t), possible at times before EFF, or because its sender
// crashed at t or earlier. A message to oneself is never lost. Crashed nodes continue
// by themselves; only what they send others is lost.
package failure
