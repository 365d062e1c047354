package text

import (
	"fmt"
	"io"
)

// Begun says that a protocol was written to a file, and what to do with it.
func Begun(w io.Writer, file string) error {
	name := Quote(file)
	_, err := fmt.Fprintf(w, `%[1]s is a protocol that runs: a client asks a server until it has the answer.

Next
  molly verify %[2]s               no lost messages break it
  molly verify %[2]s --crashes 1   a crash of the server does
  molly test %[2]s                 both are what the file expects
  molly watch %[2]s                change it: this verifies at each save
`, file, name)
	return err
}
