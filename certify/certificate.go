package certify

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"molly/dedalus"
	"molly/failure"
)

// Question is what a certificate answers.
type Question struct {
	Program  string       `json:"program"` // its digest
	Nodes    []string     `json:"nodes"`
	Spec     failure.Spec `json:"spec"`
	Outcomes string       `json:"outcomes"` // AllOutcomes or FailureFree
}

// Certificate is an answer with what shows that it is right.
type Certificate struct {
	Question
	Invariant string `json:"invariant"` // PrePost or Persistent
	Verdict   string `json:"verdict"`   // Certified or Counterexample
	Vacuous   bool   `json:"vacuous"`   // the failure-free run has nothing to lose

	// Of a counterexample: its faults, such as O(a,b,1), in order, and the tuples that
	// its run lacks, such as post("b", "hello")@4, sorted.
	Faults   []string `json:"faults,omitempty"`
	Violated []string `json:"violated,omitempty"`

	// Of a certified program: sets of facts, by name, of which none holds itself up; the
	// question in DIMACS; and that it has no answer, in DRAT.
	Loops [][]string `json:"loops,omitempty"`
	Seal  string     `json:"seal"` // over the header without it, against slips of the hand
	CNF   string     `json:"-"`
	Proof string     `json:"-"`
}

// The words of a certificate.
const (
	AllOutcomes    = "all"
	FailureFree    = "failure-free"
	PrePost        = "pre-post"
	Persistent     = "persistent"
	Certified      = "certified"
	Counterexample = "counterexample"
)

// The lines between the parts of a certificate's file.
const (
	begin      = "molly certificate 1\n"
	cnfStart   = "-- cnf\n"
	proofStart = "-- proof\n"
	end        = "-- end\n"
)

// Digest is over the exact bytes of all source files in the order of reading: the
// SHA-256 of the lines that hold their SHA-256.
func Digest(p *dedalus.Program) string {
	var lines []byte
	for _, s := range p.Sources() {
		lines = append(lines, hash(s.Bytes())+"\n"...)
	}
	return hash(lines)
}

func hash(text []byte) string { return fmt.Sprintf("%x", sha256.Sum256(text)) }

// Bytes prints the certificate as its file, under its own seal.
func (c *Certificate) Bytes() []byte {
	sealed := *c
	sealed.Seal = ""
	sealed.Seal = hash(sealed.header())
	file := append([]byte(begin), sealed.header()...)
	if c.Verdict == Certified {
		file = append(file, cnfStart+c.CNF+proofStart+c.Proof...)
	}
	return append(file, end...)
}

func (c *Certificate) header() []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(c); err != nil {
		panic(err) // plain data has none
	}
	return b.Bytes()
}

// ErrNoCertificate says that a text is no certificate that this package can read.
var ErrNoCertificate = fmt.Errorf("its first line is not %q", strings.TrimSpace(begin))

// Parse reads a certificate's file, which must be written exactly as Bytes does. Its
// error is ErrNoCertificate, or says what is wrong with the certificate.
func Parse(file []byte) (*Certificate, error) {
	if !bytes.HasPrefix(file, []byte(begin)) {
		return nil, ErrNoCertificate
	}
	header, complete := bytes.CutSuffix(file[len(begin):], []byte(end))
	if !complete {
		return nil, errors.New("it is not complete: its last line is not \"-- end\"")
	}
	c := &Certificate{}
	header, rest, _ := bytes.Cut(header, []byte("\n"+cnfStart))
	cnf, proof, _ := bytes.Cut(rest, []byte(proofStart))
	c.CNF, c.Proof = string(cnf), string(proof)
	if err := json.Unmarshal(header, c); err != nil {
		return nil, fmt.Errorf("its header cannot be read: %w", err)
	}
	if printed := c.Bytes(); !bytes.Equal(printed, file) {
		return nil, fmt.Errorf("line %d is not written as a certificate is", differ(string(printed), string(file)))
	}
	return c, nil
}

// differ returns the first line in which two texts differ.
func differ(x, y string) int {
	n := 0
	for n < min(len(x), len(y)) && x[n] == y[n] {
		n++
	}
	return 1 + strings.Count(x[:n], "\n")
}
