package certify_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"molly/failure"
	"molly/verify"
	"molly/verify/certify"
)

// There is one way to write a certificate. Whatever else the bytes say is refused before
// anything is checked.
func TestForm(t *testing.T) {
	s := newSample(t, "loopy", parse(t, loopy), verify.Options{Spec: failure.Spec{EOT: 3, EFF: 3}, Nodes: []string{"a", "b", "c"}})
	const first, literal = "12 -7 0", "12"
	c := *s.certificate
	c.Proof = first + "\n" + c.Proof
	file := string(c.Bytes())
	head, rest, _ := strings.Cut(file, first+"\n")
	proof := func(line string) string { return head + line + "\n" + rest }
	for name, c := range map[string]struct {
		file  string
		valid bool // it can be read
	}{
		"as it is":                     {file, true},
		"a deletion":                   {proof(first + "\nd " + first), true},
		"a variable that is not there": {proof("2147483647 " + first), true},
		"CRLF":                         {strings.ReplaceAll(file, "\n", "\r\n"), false},
		"CRLF after the first line":    {strings.ReplaceAll(file, "\n", "\r\n")[:18] + "\n" + strings.ReplaceAll(file[19:], "\n", "\r\n"), false},
		"CRLF in the header":           {strings.Replace(file, "{\n", "{\r\n", 1), false},
		"CRLF in the proof":            {proof(first + "\r"), false},
		"a no-break space":             {proof(strings.Replace(first, " ", "\u00a0", 1)), false},
		"a tab":                        {proof(strings.Replace(first, " ", "\t", 1)), false},
		"two spaces":                   {proof(strings.Replace(first, " ", "  ", 1)), false},
		"a space before":               {proof(" " + first), false},
		"a space behind":               {proof(first + " "), false},
		"a plus":                       {proof("+" + first), false},
		"a leading zero":               {proof("0" + first), false},
		"an underscore":                {proof("1_" + first), false},
		"hexadecimal":                  {proof("0x1 " + first), false},
		"minus zero":                   {proof(strings.TrimSuffix(first, "0") + "-0"), false},
		"zero within":                  {proof("0 " + first), false},
		"no zero":                      {proof(strings.TrimSuffix(first, " 0")), false},
		"an empty line":                {proof(first + "\n"), false},
		"a comment":                    {proof("c hello\n" + first), false},
		"a deletion with a tab":        {proof("d\t" + first), false},
		"a literal twice":              {proof(literal + " " + first), false},
		"a literal and its negation":   {proof("-" + literal + " " + first), false},
		"32 bits":                      {proof("2147483648 " + first), false},
		"the least of 32 bits":         {proof("-2147483648 " + first), false},
		"the least of 64 bits":         {proof("-9223372036854775808 " + first), false},
		"the least of 64 bits, alone":  {proof("-9223372036854775808 0"), false},
		"more than 64 bits":            {proof("99999999999999999999 " + first), false},
		"a byte order mark":            {"\ufeff" + file, false},
		"something behind":             {file + "\n", false},
		"another end":                  {file + "-- end\n", false},
		"no end":                       {strings.TrimSuffix(file, "-- end\n"), false},
		"a space in the header":        {strings.Replace(file, `": "`, `":  "`, 1), false},
		"an escape in the header":      {strings.Replace(file, `"nodes"`, `"\u006eodes"`, 1), false},
		"a key in capitals":            {strings.Replace(file, `"nodes"`, `"Nodes"`, 1), false},
		"an unknown key":               {strings.Replace(file, `  "nodes"`, `  "note": "hello",`+"\n"+`  "nodes"`, 1), false},
		"a key twice":                  {strings.Replace(file, `  "verdict"`, `  "verdict": "counterexample",`+"\n"+`  "verdict"`, 1), false},
		"a key is missing":             {strings.Replace(file, `  "vacuous": false,`+"\n", "", 1), false},
		"keys in another order":        {strings.Replace(strings.Replace(file, `  "vacuous": false,`+"\n", "", 1), `  "verdict"`, `  "vacuous": false,`+"\n"+`  "verdict"`, 1), false},
		"an empty list":                {strings.Replace(file, `  "loops"`, `  "faults": [],`+"\n"+`  "loops"`, 1), false},
		"a number with a point":        {strings.Replace(file, `"EOT": 3`, `"EOT": 3.0`, 1), false},
		"a number with an exponent":    {strings.Replace(file, `"EOT": 3`, `"EOT": 3e0`, 1), false},
		"a number beyond 64 bits":      {strings.Replace(file, `"EOT": 3`, `"EOT": 33333333333333333333`, 1), false},
		"another seal":                 {strings.Replace(file, `"seal": "`, `"seal": "0`, 1), false},
		"a header that goes on":        {strings.Replace(file, "}\n-- cnf", "}{}\n-- cnf", 1), false},
		"bytes that are no text":       {strings.Replace(file, `"c"`, "\"c\xff\"", 1), false},
	} {
		if c.file == file && name != "as it is" {
			t.Errorf("%s: nothing is different", name)
		}
		if _, err := certify.Parse([]byte(c.file)); (err == nil) != c.valid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A key that nobody knows is named.
func TestUnknownKey(t *testing.T) {
	s := samples(t)[0]
	file := strings.Replace(string(s.certificate.Bytes()), `  "nodes"`, `  "note": "hello",`+"\n"+`  "nodes"`, 1)
	if _, err := certify.Parse([]byte(file)); err == nil || !strings.Contains(err.Error(), `unknown field "note"`) {
		t.Errorf("%v", err)
	}
}

// No clause has a variable twice: a literal counts once, and with its negation the clause says
// nothing and is left out.
func TestClausesAreSets(t *testing.T) {
	const clash = `
		q("a")@1; q("b")@1; q(M)@async :- q(N), to(N, M); to("a", "b")@1; to("b", "a")@1;
		both(N) :- q(N), notin q(N); twice(N) :- q(N), q(N); pre(N) :- both(N), twice(N); post(N) :- twice(N), notin both(N);`
	list := append(slices.Clone(samples(t)), newSample(t, "clash", parse(t, clash), verify.Options{Spec: failure.Spec{EOT: 3, EFF: 3, Crashes: 1}, Nodes: []string{"a", "b"}}))
	for _, s := range list {
		for line := range strings.Lines(s.certificate.CNF) {
			if line[0] == 'c' || line[0] == 'p' {
				continue
			}
			seen := map[string]bool{}
			for _, w := range strings.Fields(line) {
				if w = strings.TrimPrefix(w, "-"); seen[w] {
					t.Fatalf("%s: %s", s.name, line)
				}
				seen[w] = true
			}
		}
	}
}

// Fields that contradict each other, or that no run can have, are refused, whatever the seal
// says: when the file is read, and when it is checked.
func TestContradictions(t *testing.T) {
	abc := []string{"a", "b", "c"}
	certified := newSample(t, "loopy", parse(t, loopy), verify.Options{Spec: failure.Spec{EOT: 3, EFF: 3}, Nodes: abc})
	violated := newSample(t, "delivery/retry", load(t, "delivery/retry"), verify.Options{Spec: failure.Spec{EOT: 4, EFF: 2, Crashes: 1}, Nodes: abc})
	for _, c := range []struct {
		name string
		of   *sample
		edit func(c *certify.Certificate)
	}{
		{"certified, with faults", certified, func(c *certify.Certificate) { c.Faults = []string{"O(a,b,1)"} }},
		{"certified, with violated tuples", certified, func(c *certify.Certificate) { c.Violated = []string{`post("a")@3`} }},
		{"certified, with both", certified, func(c *certify.Certificate) {
			c.Faults, c.Violated = violated.certificate.Faults, violated.certificate.Violated
		}},
		{"an empty loop", certified, func(c *certify.Certificate) { c.Loops = append([][]string{{}}, c.Loops...) }},
		{"a loop that is null", certified, func(c *certify.Certificate) { c.Loops = append([][]string{nil}, c.Loops...) }},
		{"a loop with a fact twice", certified, func(c *certify.Certificate) {
			c.Loops = append([][]string{{c.Loops[0][0], c.Loops[0][0]}}, c.Loops...)
		}},
		{"a counterexample with loops", violated, func(c *certify.Certificate) { c.Loops = [][]string{{`log("b", "hello")@2`}} }},
		{"a counterexample that violates nothing", violated, func(c *certify.Certificate) { c.Violated = nil }},
		{"a counterexample called certified", violated, func(c *certify.Certificate) { c.Verdict = certify.Certified }},
		{"certified called a counterexample", certified, func(c *certify.Certificate) { c.Verdict = certify.Counterexample }},
		{"no verdict", certified, func(c *certify.Certificate) { c.Verdict = "" }},
		{"another verdict", violated, func(c *certify.Certificate) { c.Verdict = "unknown" }},
		{"other outcomes", certified, func(c *certify.Certificate) { c.Outcomes = "some" }},
		{"no invariant", certified, func(c *certify.Certificate) { c.Invariant = "" }},
		{"another invariant", violated, func(c *certify.Certificate) { c.Invariant = "post-pre" }},
		{"no nodes", certified, func(c *certify.Certificate) { c.Nodes = nil }},
		{"an empty list of nodes", certified, func(c *certify.Certificate) { c.Nodes = []string{} }},
		{"a node without a name", certified, func(c *certify.Certificate) { c.Nodes = append([]string{""}, abc...) }},
		{"a node twice", certified, func(c *certify.Certificate) { c.Nodes = append([]string{"c"}, abc...) }},
		{"a node that cannot be shown", violated, func(c *certify.Certificate) { c.Nodes = append([]string{"a\x1b[2J"}, abc...) }},
		{"a node with a line of its own", violated, func(c *certify.Certificate) { c.Nodes = append([]string{"a\nb"}, abc...) }},
		{"a node that is no text", violated, func(c *certify.Certificate) { c.Nodes = append([]string{"a\xff"}, abc...) }},
		{"EOT 0", certified, func(c *certify.Certificate) { c.Spec.EOT = 0 }},
		{"a negative EOT", violated, func(c *certify.Certificate) { c.Spec.EOT = -1 << 63 }},
		{"a negative EFF", certified, func(c *certify.Certificate) { c.Spec.EFF = -1 }},
		{"EFF after EOT", violated, func(c *certify.Certificate) { c.Spec.EFF = c.Spec.EOT + 1 }},
		{"negative crashes", certified, func(c *certify.Certificate) { c.Spec.Crashes = -1 }},
		{"more crashes than nodes", violated, func(c *certify.Certificate) { c.Spec.Crashes = 4 }},
	} {
		edited := *c.of.certificate
		c.edit(&edited)
		if _, err := certify.Parse(edited.Bytes()); err == nil {
			t.Errorf("%s: it can be read", c.name)
		} else {
			t.Logf("%s: %v", c.name, err)
		}
		var invalid *certify.InvalidError
		if err := certify.Check(context.Background(), c.of.program, &edited, nil); !errors.As(err, &invalid) {
			t.Errorf("%s: checked: %v", c.name, err)
		}
	}
}

// What depends on the program is found when the certificate is held against it.
func TestFieldsOfTheProgram(t *testing.T) {
	abc := []string{"a", "b", "c"}
	certified := newSample(t, "loopy", parse(t, loopy), verify.Options{Spec: failure.Spec{EOT: 3, EFF: 3}, Nodes: abc})
	violated := newSample(t, "delivery/retry", load(t, "delivery/retry"), verify.Options{Spec: failure.Spec{EOT: 4, EFF: 2, Crashes: 1}, Nodes: abc})
	for _, c := range []struct {
		name string
		of   *sample
		edit func(c *certify.Certificate)
	}{
		{"the digest", certified, func(c *certify.Certificate) { c.Program = violated.certificate.Program }},
		{"no digest", certified, func(c *certify.Certificate) { c.Program = "" }},
		{"the invariant", certified, func(c *certify.Certificate) { c.Invariant = certify.Persistent }},
		{"vacuous", certified, func(c *certify.Certificate) { c.Vacuous = true }},
		{"vacuous", violated, func(c *certify.Certificate) { c.Vacuous = true }},
		{"faults in another order", violated, func(c *certify.Certificate) { c.Faults = []string{c.Faults[1], c.Faults[0]} }},
		{"a fault twice", violated, func(c *certify.Certificate) { c.Faults = append([]string{c.Faults[0]}, c.Faults...) }},
		{"a fault that is none", violated, func(c *certify.Certificate) { c.Faults = []string{"O(a, b, 1)"} }},
		{"a fault that a crash swallows", violated, func(c *certify.Certificate) { c.Faults = []string{"O(a,b,1)", "C(a,1)"} }},
		{"too many crashes", violated, func(c *certify.Certificate) { c.Faults = []string{"O(a,b,1)", "C(a,2)", "C(b,3)"} }},
		{"a loss after EFF", violated, func(c *certify.Certificate) { c.Faults = []string{"O(a,b,1)", "O(a,b,2)"} }},
		{"a violated tuple twice", violated, func(c *certify.Certificate) { c.Violated = append(c.Violated, c.Violated...) }},
		{"another violated tuple", violated, func(c *certify.Certificate) { c.Violated = []string{`post("b", "hello")@3`} }},
		{"a loop of a fact of the program", certified, func(c *certify.Certificate) { c.Loops = [][]string{{`link("a", "b")@1`}} }},
		{"a loop of what is no fact", certified, func(c *certify.Certificate) { c.Loops = [][]string{{"hello"}} }},
		{"a loop less", certified, func(c *certify.Certificate) { c.Loops = c.Loops[1:] }},
	} {
		edited := *c.of.certificate
		c.edit(&edited)
		read, err := certify.Parse(edited.Bytes())
		if err != nil {
			t.Errorf("%s: it cannot be read: %v", c.name, err)
			continue
		}
		var invalid *certify.InvalidError
		if err := certify.Check(context.Background(), c.of.program, read, nil); !errors.As(err, &invalid) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
