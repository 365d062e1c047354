package scene

import (
	"errors"
	"strconv"
	"strings"
)

// units are the units of lengths, in points.
var units = []struct {
	name   string
	points float64
}{{"mm", 72 / 25.4}, {"cm", 720 / 25.4}, {"in", 72}, {"pt", 1}, {"px", 0.75}}

// ParseLength reads a length, such as 84mm, 3.3in or 240pt, and returns it in points. A px is that of
// CSS, a 96th of an inch.
func ParseLength(text string) (points float64, err error) {
	for _, u := range units {
		number, found := strings.CutSuffix(text, u.name)
		if !found {
			continue
		}
		x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || !(x*u.points >= 10 && x*u.points <= 14_400) {
			return 0, errors.New("it must be a length from 10pt to 14400pt")
		}
		return x * u.points, nil
	}
	return 0, errors.New("it must be a number with mm, cm, in, pt or px")
}
