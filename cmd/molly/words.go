package main

import (
	"context"
	"math/big"
	"strconv"
	"strings"

	"molly/failure"
	"molly/internal/numeral"
	"molly/internal/within"
	"molly/verify"
)

// exactly writes all digits of an integer; those of a very long one take their time, and if the
// context has ended by then, it is written only nearly.
func exactly(ctx context.Context, n *big.Int) string {
	if !numeral.IsSlow(n) {
		return n.String()
	}
	text, err := within.Context(ctx, n.String)
	if err != nil {
		return numeral.Grouped(n)
	}
	return text
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
