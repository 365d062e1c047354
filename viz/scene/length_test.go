package scene

import (
	"math"
	"testing"
)

func TestParseLength(t *testing.T) {
	for text, want := range map[string]float64{"25.4mm": 72, "2.54cm": 72, "1in": 72, "240pt": 240, "10 pt": 10, "96px": 72, "14400pt": 14400} {
		if got, err := ParseLength(text); err != nil || math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"12": "it must be a number with mm, cm, in, pt or px", "": "it must be a number with mm, cm, in, pt or px",
		"9.9pt": "it must be a length from 10pt to 14400pt", "14401pt": "it must be a length from 10pt to 14400pt",
		"amm": "it must be a length from 10pt to 14400pt", "NaNpt": "it must be a length from 10pt to 14400pt", "-20pt": "it must be a length from 10pt to 14400pt",
	} {
		if got, err := ParseLength(text); err == nil || err.Error() != want || got != 0 {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
}
