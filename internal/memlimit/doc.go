// Package memlimit bounds what a process uses, so that it ends with a message rather than by
// the kernel's hand.
//
// [Watch] reads the Go runtime's own count periodically, in a separate goroutine, and
// ends a context when there is too much: everything that takes long ends with its
// context. Near the bound the runtime collects garbage harder (debug.SetMemoryLimit), so
// that only what is really in use counts. The count is of this process's Go memory; it
// is taken 50 times a second, so a process may go over the bound by what it can allocate in
// between.
//
// [Available] is how much there is: the machine's memory, or what a control group allows.
//
// Left out on purpose: who uses the memory. A context's cause says only how much there
// was; those who end say what they were doing.
package memlimit
