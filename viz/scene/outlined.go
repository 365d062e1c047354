package scene

// Outlined returns the scene with the outlines of its letters instead of text, so that it looks the
// same where there are no fonts. A letter that the font lacks is a box with its number.
func (s *Scene) Outlined() *Scene {
	t := *s
	t.Items = make([]Item, len(s.Items))
	for i, it := range s.Items {
		var shapes []Shape
		for _, shape := range it.Shapes {
			if text, ok := shape.(Text); ok {
				shapes = append(shapes, s.Face.outlines(text)...)
			} else {
				shapes = append(shapes, shape)
			}
		}
		it.Shapes = shapes
		t.Items[i] = it
	}
	return &t
}

// outlines are the letters of a text.
func (f *Typeface) outlines(t Text) (list []Shape) {
	for _, r := range f.Runs(t) {
		if !r.Missing {
			list = append(list, f.Outline(r.Text, r.X, t.At.Y, t.Size, t.Bold).Filled(t.Colour))
			continue
		}
		for _, shape := range f.Box(t, r) {
			if number, ok := shape.(Text); ok {
				list = append(list, f.outlines(number)...)
			} else {
				list = append(list, shape)
			}
		}
	}
	return list
}
