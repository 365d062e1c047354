package scenes

import (
	"fmt"

	"molly/viz/scene"
)

// Unreadable says what cannot be read in a picture: text that leaves the paper, covers other text, or is
// too small, and boxes of nodes that meet.
func Unreadable(s *scene.Scene) (faults []string) {
	say := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if text := s.SmallestText(); text > 0 && text < scene.Legible {
		say("there is text of %.1f points", text)
	}
	type written struct {
		box  scene.Box
		text string
	}
	const touch = 0.3 // points by which boxes of text may overlap: they are a little higher than letters
	var texts []written
	var nodes []scene.Node
	for _, it := range s.Items {
		for _, shape := range it.Shapes {
			text, ok := shape.(scene.Text)
			if !ok || text.String == "" {
				continue
			}
			b := text.Box(s.Face).Grown(-touch)
			if b.X0 < 0 || b.Y0 < 0 || b.X1 > s.W || b.Y1 > s.H {
				say("%q leaves the paper", text.String)
			}
			for _, other := range texts {
				if b.Overlaps(other.box) {
					say("%q covers %q", text.String, other.text)
				}
			}
			texts = append(texts, written{b, text.String})
		}
		if n := it.Node; n != nil && n.Form != "point" && n.Form != "plaintext" {
			for _, other := range nodes {
				if n.Box.Overlaps(other.Box) {
					say("the box of %q meets that of %q", n.Label, other.Label)
				}
			}
			nodes = append(nodes, *n)
		}
	}
	return faults
}
