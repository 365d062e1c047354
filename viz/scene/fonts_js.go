package scene

import (
	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
)

// File returns the font's file. In a browser there is the family Sans only, in the place of the
// others, whose files have 1.4 MB.
func (f *Typeface) File(bold bool) []byte {
	if bold {
		return liberationsansbold.TTF
	}
	return liberationsansregular.TTF
}
