// Package numeral writes numbers for people: counts, non-negative integers of any size, lists
// of times.
package numeral

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"molly/internal/within"
)

// Count writes a number with the noun that it counts: 1 error, 2 errors.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// CountBig is Count for an integer of any size, which it writes as [Grouped] does.
func CountBig(n *big.Int, noun string) string {
	if n.IsInt64() && n.Int64() == 1 {
		return "1 " + noun
	}
	return Grouped(n) + " " + noun + "s"
}

// slowBits is the number of bits up to which the digits of an integer are quickly computed.
const slowBits = 1 << 17

// IsSlow reports whether an integer is so large that it takes noticeable time to compute its
// digits.
func IsSlow(n *big.Int) bool { return n.BitLen() > slowBits }

// Exactly writes all digits of an integer; those of a very long one take their time, and if the
// context ends first, it is written as [Grouped] does.
func Exactly(ctx context.Context, n *big.Int) string {
	if !IsSlow(n) {
		return n.String()
	}
	text, err := within.Context(ctx, n.String)
	if err != nil {
		return Grouped(n)
	}
	return text
}

// isLong reports whether a number has more than 24 digits.
func isLong(n *big.Int) bool {
	return n.BitLen() > 100 || len(n.String()) > 24
}

// Grouped writes an integer with a comma after each three digits. Of more than 24 digits it
// writes an approximation: about 1.38e41.
func Grouped(n *big.Int) string {
	if isLong(n) {
		return "about " + Short(n)
	}
	return grouped(n)
}

// Short is Grouped for the cell of a table: without the word about.
func Short(n *big.Int) string {
	switch {
	case IsSlow(n):
		return byLogarithm(n)
	case isLong(n):
		return strings.Replace(fmt.Sprintf("%.2e", new(big.Float).SetInt(n)), "e+", "e", 1)
	}
	return grouped(n)
}

// byLogarithm approximates an integer without computing its digits.
func byLogarithm(n *big.Int) string {
	var mantissa big.Float
	exponent := new(big.Float).SetPrec(53).SetInt(n).MantExp(&mantissa)
	m, _ := mantissa.Float64()
	whole, fraction := math.Modf(float64(exponent)*math.Log10(2) + math.Log10(m))
	text := fmt.Sprintf("%.2f", math.Pow(10, fraction))
	if text == "10.00" {
		text, whole = "1.00", whole+1
	}
	return fmt.Sprintf("%se%.0f", text, whole)
}

func grouped(n *big.Int) string {
	text := n.String()
	var b strings.Builder
	for i, d := range text {
		if i > 0 && (len(text)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return b.String()
}

// Ranges writes sorted integers, runs of them as their ends: 1, 3…7.
func Ranges(list []int) string {
	var parts []string
	for i := 0; i < len(list); {
		j := i
		for j+1 < len(list) && list[j+1] == list[j]+1 {
			j++
		}
		if i == j {
			parts = append(parts, strconv.Itoa(list[i]))
		} else {
			parts = append(parts, fmt.Sprintf("%d…%d", list[i], list[j]))
		}
		i = j + 1
	}
	return strings.Join(parts, ", ")
}
