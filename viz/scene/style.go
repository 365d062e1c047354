package scene

// Style is how a picture looks.
type Style struct {
	Family Family
	Size   float64 // of its text, in points; 0 is DefaultSize
	// Width is that of the whole picture, in points; 0 is as wide as it has to be. A diagram is laid
	// out for it: its text and lines keep their sizes. Where Size is 0, the text may be smaller than
	// DefaultSize, down to Legible. A picture that cannot be as narrow as this is wider.
	Width float64
	// Mono leaves colours out: what they say is also said by lines and shapes.
	Mono bool
	// Neutral leaves words out that are not of the program, for figures in any language.
	Neutral bool
}

// DefaultSize is the default size of text. Text of the size Legible can be read in print; none is
// smaller, unless the Size of a style is.
const (
	DefaultSize = 9
	Legible     = 7
)

// Points returns the size of the text.
func (s Style) Points() float64 {
	if s.Size <= 0 {
		return DefaultSize
	}
	return s.Size
}

// Smaller returns the size of text that accompanies other text, by its share of that text's size.
func (s Style) Smaller(share float64) float64 {
	return max(share*s.Points(), min(s.Points(), Legible))
}

// Sizes lists the sizes that the text of a picture of some width may have, the best first.
func (s Style) Sizes() []float64 {
	if s.Size > 0 {
		return []float64{s.Size}
	}
	return []float64{DefaultSize, (DefaultSize + Legible) / 2, Legible}
}

// Palette is the colours of a picture, by what they say.
type Palette struct {
	Ink    Colour // what matters
	Soft   Colour // words that accompany
	Faint  Colour // what does not matter
	Hair   Colour // lines that only guide the eye
	Lost   Colour // what faults took
	Late   Colour // what faults made late, or doubled
	Band   Colour // the ground of a band
	Goal   Colour // the inside of a tuple
	Fact   Colour // the inside of what is given
	Sent   Colour // the inside of a message
	Danger Colour // the inside of what faults took
	Shade  Colour // the ground of times at which messages are lost
}

// Palette returns the colours of a style.
func (s Style) Palette() Palette {
	if s.Mono {
		return Palette{
			Ink: RGB(0x000000), Soft: RGB(0x444444), Faint: RGB(0x9a9a9a), Hair: RGB(0xdddddd), Lost: RGB(0x000000),
			Late: RGB(0x000000), Band: RGB(0xf4f4f4), Goal: White, Fact: RGB(0xe2e2e2), Sent: White, Danger: White, Shade: RGB(0xececec),
		}
	}
	return Palette{
		Ink: RGB(0x1d2733), Soft: RGB(0x5b6775), Faint: RGB(0x9ba5b0), Hair: RGB(0xe1e5ea), Lost: RGB(0xc4161c),
		Late: RGB(0xb45f06), Band: RGB(0xf6f7f9), Goal: White, Fact: RGB(0xe3edd9), Sent: RGB(0xdfebf8), Danger: RGB(0xfbe3e2), Shade: RGB(0xfdf0ee),
	}
}
