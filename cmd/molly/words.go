package main

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"molly/failure"
	"molly/verify"
)

// faultInWords says what a fault does.
func faultInWords(f failure.Fault) string {
	if f.Kind == failure.Crash {
		return fmt.Sprintf("%s crashes at time %d: nothing that it sends from then on arrives", f.Node, f.Time)
	}
	return fmt.Sprintf("what %s sends to %s at time %d is lost", f.Node, f.To, f.Time)
}

// quick is how many bits a number has at most whose digits need no time.
const quick = 1 << 17

// isLong reports whether a number has more digits than anyone would count. Text has such
// numbers nearly, JSON exactly.
func isLong(n *big.Int) bool {
	return n.BitLen() > 100 || len(n.String()) > 24 // all the digits of a very long one take their time
}

// grouped writes an integer with a comma after each three digits, or a long one only
// nearly.
func grouped(n *big.Int) string {
	if isLong(n) {
		return "about " + short(n)
	}
	return digits(n)
}

// exactly writes all digits of an integer; those of a very long one take their time, and if the
// context has ended by then, it is written only nearly.
func exactly(ctx context.Context, n *big.Int) string {
	if n.BitLen() <= quick {
		return n.String()
	}
	text, err := within(ctx, n.String)
	if err != nil {
		return grouped(n)
	}
	return text
}

// short is grouped for the cell of a table.
func short(n *big.Int) string {
	if n.BitLen() > quick {
		return veryShort(n)
	}
	if isLong(n) {
		return strings.Replace(fmt.Sprintf("%.2e", new(big.Float).SetInt(n)), "e+", "e", 1)
	}
	return digits(n)
}

// veryShort is short for a number whose digits would take their time, from its logarithm.
func veryShort(n *big.Int) string {
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

// digits writes an integer with a comma after each three digits.
func digits(n *big.Int) string {
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

// ranges writes sorted times, such as 1, 3…7.
func ranges(times []int) string {
	var parts []string
	for i := 0; i < len(times); {
		j := i
		for j+1 < len(times) && times[j+1] == times[j]+1 {
			j++
		}
		if i == j {
			parts = append(parts, strconv.Itoa(times[i]))
		} else {
			parts = append(parts, fmt.Sprintf("%d…%d", times[i], times[j]))
		}
		i = j + 1
	}
	return strings.Join(parts, ", ")
}

// many writes a number with what it counts.
func many(n *big.Int, what string) string {
	if n.IsInt64() && n.Int64() == 1 {
		return "1 " + what
	}
	return grouped(n) + " " + what + "s"
}

// quote writes a word so that a shell reads it as one.
func quote(word string) string {
	plain := word != ""
	for _, c := range word {
		if !strings.ContainsRune("_-./:@,=+%", c) && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			plain = false
		}
	}
	if plain {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// replay is the command line that runs, or explains, a scenario.
func (e *session) replay(command string, s failure.Scenario) string {
	words := []string{"molly", command}
	for _, f := range e.files {
		if strings.HasPrefix(f, "-") && f != "-" {
			f = "./" + f
		}
		words = append(words, quote(f))
	}
	for _, dir := range e.sources.include {
		words = append(words, "-I", quote(dir))
	}
	words = append(words,
		"--eot", strconv.Itoa(e.spec.EOT), "--eff", strconv.Itoa(e.spec.EFF),
		"--crashes", strconv.Itoa(e.spec.Crashes), "--nodes", quote(writtenAll(e.nodes)))
	for _, f := range s {
		flag := "--omit"
		if f.Kind == failure.Crash {
			flag = "--crash"
		}
		words = append(words, flag, quote(writtenFault(f)))
	}
	if e.outcomes == verify.FailureFree {
		words = append(words, "--outcomes", "failure-free")
	}
	return strings.Join(words, " ")
}
