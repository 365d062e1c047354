// Package process ends a command in time. A command has a context, which the first interrupt, a
// time and an amount of memory end; long computations check it. Where something does not,
// a backstop ends the process all the same, and standard output gets the result that was
// certain by then.
package process
