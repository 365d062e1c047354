package scene

// Within returns the scene, no side longer than so many points: where it is larger, in another
// size, text and lines included.
func (s *Scene) Within(most float64) *Scene {
	if longest := max(s.W, s.H); longest > most {
		return s.Scaled(most / longest)
	}
	return s
}

// SmallestText returns the size of the smallest text, or 0 where there is none.
func (s *Scene) SmallestText() float64 {
	smallest := 0.0
	for _, it := range s.Items {
		for _, shape := range it.Shapes {
			if t, ok := shape.(Text); ok && t.String != "" && (smallest == 0 || t.Size < smallest) {
				smallest = t.Size
			}
		}
	}
	return smallest
}
