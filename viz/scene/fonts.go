//go:build !js

package scene

import (
	"codeberg.org/go-fonts/liberation/liberationmonobold"
	"codeberg.org/go-fonts/liberation/liberationmonoregular"
	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"codeberg.org/go-fonts/liberation/liberationserifbold"
	"codeberg.org/go-fonts/liberation/liberationserifregular"
)

// File returns the font's file.
func (f *Typeface) File(bold bool) []byte {
	switch {
	case f.Family == Serif && bold:
		return liberationserifbold.TTF
	case f.Family == Serif:
		return liberationserifregular.TTF
	case f.Family == Mono && bold:
		return liberationmonobold.TTF
	case f.Family == Mono:
		return liberationmonoregular.TTF
	case bold:
		return liberationsansbold.TTF
	}
	return liberationsansregular.TTF
}
