// Package flagvalue has the values that flags of commands can have: numbers that know whether
// they were given, lists of nodes, words to choose from, ranges, probabilities, lengths. Each
// is a pflag.Value. It offers them, and names of programs, to shells that complete them. It knows no
// command.
package flagvalue
