package text

import (
	"strconv"
	"strings"

	"molly/dedalus"
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
	for _, d := range s.Define {
		words = append(words, "-D", Quote(d))
	}
	words = append(words,
		"--eot", strconv.Itoa(s.Spec.EOT), "--eff", strconv.Itoa(s.Spec.EFF),
		"--crashes", strconv.Itoa(s.Spec.Crashes), "--nodes", Quote(failure.QuoteNodes(s.Nodes)))
	for _, w := range WiderFlags(s.Spec, s.Own) {
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

// WiderFlags are the flags that allow what may go wrong beside losses and crashes, not quoted: what
// is not off, and what is off though the program's own directive has it on. They are understood by
// commands that search, and by those that run one scenario.
func WiderFlags(spec failure.Spec, own dedalus.Settings) (words []string) {
	said := dedalus.SettingsOf(spec, nil)
	number := func(flag string, value, own *int) {
		switch {
		case value != nil:
			words = append(words, flag, strconv.Itoa(*value))
		case own != nil:
			words = append(words, flag, "0")
		}
	}
	yes := func(flag string, value, own *bool) {
		switch {
		case value != nil:
			words = append(words, flag)
		case own != nil:
			words = append(words, flag+"=no")
		}
	}
	number("--delay", said.Delay, own.Delay)
	yes("--no-loss", said.NoLoss, own.NoLoss)
	if said.Twice != nil {
		words = append(words, "--twice=yes")
	} else if own.Twice != nil {
		words = append(words, "--twice=no")
	}
	yes("--fifo", said.FIFO, own.FIFO)
	number("--restarts", said.Restarts, own.Restarts)
	number("--faults", said.MaxFaults, own.MaxFaults)
	if spec.Lossy != "" {
		words = append(words, "--lossy", string(spec.Lossy))
	} else if own.Lossy != nil {
		words = append(words, "--lossy", "*->*")
	}
	if spec.Crashable != "" {
		words = append(words, "--crashable", string(spec.Crashable))
	} else if own.Crashable != nil {
		words = append(words, "--crashable", "*")
	}
	number("--crash-until", said.CrashUntil, own.CrashUntil)
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
	for _, d := range s.Define {
		text += " -D " + Quote(d)
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
