package flat

import "strings"

// Spelled writes an identifier of the language with letters, digits and underscores only:
// different ones differently.
func Spelled(name string) string { return spelling.Replace(name) }

var spelling = strings.NewReplacer("_", "__", ".", "_d", "?", "_q")
