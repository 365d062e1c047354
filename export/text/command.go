package text

import (
	"strconv"
	"strings"

	"molly/failure"
	"molly/verify"
)

// Quote writes a word so that a shell reads it as one.
func Quote(word string) string {
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

// Command writes the command line that does something with the program in its setting, under some
// faults: molly run, molly explain, molly verify.
func (s Subject) Command(command string, faults failure.Scenario) string {
	words := append([]string{"molly", command}, s.quotedFiles()...)
	for _, dir := range s.Include {
		words = append(words, "-I", Quote(dir))
	}
	words = append(words,
		"--eot", strconv.Itoa(s.Spec.EOT), "--eff", strconv.Itoa(s.Spec.EFF),
		"--crashes", strconv.Itoa(s.Spec.Crashes), "--nodes", Quote(failure.QuoteNodes(s.Nodes)))
	for _, w := range WiderFlags(s.Spec) {
		words = append(words, Quote(w))
	}
	for _, f := range faults {
		words = append(words, "--"+f.Kind.Flag(), Quote(f.Flag()))
	}
	if s.Outcomes == verify.FailureFree {
		words = append(words, "--outcomes", "failure-free")
	}
	return strings.Join(words, " ")
}

// WiderFlags are the flags that allow what may go wrong beside losses and crashes, not quoted. They
// are understood by commands that search, and by those that run one scenario.
func WiderFlags(spec failure.Spec) (words []string) {
	add := func(there bool, flag string, value ...string) {
		if there {
			words = append(append(words, flag), value...)
		}
	}
	add(spec.Delay > 0, "--delay", strconv.Itoa(spec.Delay))
	add(spec.NoLoss, "--no-loss")
	add(spec.Twice, "--twice=yes")
	add(spec.FIFO, "--fifo")
	add(spec.Restarts > 0, "--restarts", strconv.Itoa(spec.Restarts))
	add(spec.MaxFaults > 0, "--faults", strconv.Itoa(spec.MaxFaults))
	add(spec.Lossy != "", "--lossy", string(spec.Lossy))
	add(spec.Crashable != "", "--crashable", string(spec.Crashable))
	add(spec.CrashUntil > 0, "--crash-until", strconv.Itoa(spec.CrashUntil))
	return words
}

// SearchCommand writes the command line of a search with some options.
func (s Subject) SearchCommand(o verify.Options) string {
	text := s.Command("verify", nil)
	if o.Strategy != verify.Symbolic {
		text += " --strategy " + o.Strategy.String()
	}
	if o.IgnoreNegation {
		text += " --negation ignore"
	}
	if o.All {
		text += " --all"
	}
	return text
}

// CheckCommand writes the command line that checks a certificate.
func (s Subject) CheckCommand(file string) string {
	text := "molly check-certificate " + Quote(file)
	for _, dir := range s.Include {
		text += " -I " + Quote(dir)
	}
	return text + " " + strings.Join(s.quotedFiles(), " ")
}

// quotedFiles are the files as words of a command line, where none looks like a flag.
func (s Subject) quotedFiles() []string {
	words := make([]string, len(s.Files))
	for i, f := range s.Files {
		if strings.HasPrefix(f, "-") && f != "-" {
			f = "./" + f
		}
		words[i] = Quote(f)
	}
	return words
}
