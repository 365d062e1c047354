// Package script runs a debugger's session that is written down: one statement a line, what follows # is a comment.
//
//	deliver FROM TO [TYPE]     the oldest such message
//	deliver all [to NODE]      all that are pending now, the oldest first, as far as they can be delivered
//	settle [NODE…]             deliver between these nodes, or all, until no message is left
//	fire NODE TYPE             a timer
//	drop FROM TO [TYPE]        the oldest such message
//	duplicate FROM TO [TYPE]
//	change FROM TO TYPE JSON   the body of the oldest such message
//	command NODE TYPE [JSON]
//	crash NODE, restart NODE [lost]
//	set NODE JSON              the state, by hand
//	cut FROM TO, heal FROM TO
//	partition NODE… / NODE…    cut all links between the two groups; heal, alone, heals all
//	expect CONDITION           of package predicate; the script ends where it does not hold
//	until CONDITION [within N] search for a state, of at most N steps
//	mark NAME, goto NAME       name this state, travel to one
//	back [N]                   go back by steps
//	show [NODE…]               states, pending messages and timers
//	why TUPLE                  of a Dedalus program: why it holds, or why not
//	save FILE                  the path so far, as a trace
package script
