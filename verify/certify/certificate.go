package certify

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"molly/datalog"
	"molly/dedalus"
	"molly/failure"
)

// Question is what a certificate answers. The inputs of its specification are those of the
// program, and are not in the file.
type Question struct {
	Program   string       `json:"program"`             // its digest
	Constants []string     `json:"constants,omitempty"` // what replaces values of its constants, such as K=5
	Nodes     []string     `json:"nodes"`
	Spec      failure.Spec `json:"spec"`
	Outcomes  string       `json:"outcomes"` // AllOutcomes or FailureFree
}

// Certificate is an answer with what shows that it is right.
type Certificate struct {
	Question
	Invariant string `json:"invariant"` // such as PrePost
	Verdict   string `json:"verdict"`   // Certified or Counterexample
	Vacuous   bool   `json:"vacuous"`   // the failure-free run has nothing to lose

	// Of a counterexample: its faults, such as O(a,b,1), in order; the inputs that are chosen, such
	// as bcast("a", "x")@2, in order; and the tuples that its run lacks, such as post("b", "hello")@4,
	// and those of never with their first times, sorted.
	Faults   []string `json:"faults,omitempty"`
	Inputs   []string `json:"inputs,omitempty"`
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
	Never          = "never"
	PrePostNever   = "pre-post, never"
	Certified      = "certified"
	Counterexample = "counterexample"
)

// The lines between the parts of a certificate's file.
const (
	begin      = "molly certificate 1\n"
	beginWide  = "molly certificate 2\n" // where the first version has no words for the question
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

// Constants returns the constants of a program, such as K=5 or Leader="a", in the order of the text,
// and those of them whose values are not those of the text.
func Constants(p *dedalus.Program) (all, replaced []string) {
	for _, k := range p.Constants() {
		all = append(all, fmt.Sprintf("%s=%v", k.Name, k.Value))
		if k.Given {
			replaced = append(replaced, all[len(all)-1])
		}
	}
	return all, replaced
}

// InvariantOf returns the kind of a program's invariant.
func InvariantOf(p *datalog.Program) string {
	prePost, never := p.Pre != datalog.NoRelation, p.Never != datalog.NoRelation
	switch {
	case prePost && never:
		return PrePostNever
	case prePost:
		return PrePost
	case never:
		return Never
	}
	return Persistent
}

// Broken splits what is violated: the tuples that the run lacks, and those of never that it has.
func (c *Certificate) Broken() (lacks, never []string) {
	for _, tuple := range c.Violated {
		if strings.HasPrefix(tuple, Never+"(") {
			never = append(never, tuple)
		} else {
			lacks = append(lacks, tuple)
		}
	}
	return lacks, never
}

// of returns the question with the inputs of a program.
func (q *Question) of(p *datalog.Program) *Question {
	asked := *q
	asked.Spec.Inputs = p.Choices()
	return &asked
}

// begin is the first line, with the version of the format: the first one that can say this.
func (c *Certificate) begin() string {
	spec := c.Spec
	spec.Inputs = nil
	if spec.Classic() && (c.Invariant == PrePost || c.Invariant == Persistent) && len(c.Inputs)+len(c.Constants) == 0 {
		return begin
	}
	return beginWide
}

// Bytes prints the certificate as its file, under its own seal.
func (c *Certificate) Bytes() []byte {
	sealed := *c
	sealed.Seal = ""
	sealed.Seal = hash(sealed.header())
	file := append([]byte(c.begin()), sealed.header()...)
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

// Parse reads a certificate's file. There is one way to write a certificate: what is read
// must be printed as the same bytes again. The error is ErrNoCertificate, or says what is
// wrong with the form, or which fields contradict each other.
func Parse(file []byte) (*Certificate, error) {
	if !bytes.HasPrefix(file, []byte(begin)) && !bytes.HasPrefix(file, []byte(beginWide)) {
		return nil, ErrNoCertificate
	}
	header, complete := bytes.CutSuffix(file[len(begin):], []byte(end)) // both are as long
	if !complete {
		return nil, errors.New("it is not complete: its last line is not \"-- end\"")
	}
	c := &Certificate{}
	header, rest, _ := bytes.Cut(header, []byte("\n"+cnfStart))
	cnf, proof, _ := bytes.Cut(rest, []byte(proofStart))
	c.CNF, c.Proof = string(cnf), string(proof)
	fields := json.NewDecoder(bytes.NewReader(header))
	fields.DisallowUnknownFields()
	if err := fields.Decode(c); err != nil {
		return nil, fmt.Errorf("its header cannot be read: %w", err)
	}
	if err := c.contradiction(); err != nil {
		return nil, err
	}
	if printed := c.Bytes(); !bytes.Equal(printed, file) {
		return nil, fmt.Errorf("line %d is not written as a certificate is", differ(string(printed), string(file)))
	}
	n := 0
	for line := range strings.Lines(c.Proof) {
		n++
		if _, _, ok := step(line); !ok {
			return nil, fmt.Errorf("line %d of the proof is not written as a proof is: %.40q", n, line)
		}
	}
	return c, nil
}

// contradiction says what is wrong with a certificate whatever the program is.
func (c *Certificate) contradiction() error {
	certified := c.Verdict == Certified
	switch {
	case !certified && c.Verdict != Counterexample:
		return invalid("%.40q is not a verdict", c.Verdict)
	case !slices.Contains([]string{PrePost, Persistent, Never, PrePostNever}, c.Invariant):
		return invalid("%.40q is not a kind of invariant", c.Invariant)
	case certified && len(c.Faults)+len(c.Inputs)+len(c.Violated) > 0:
		return invalid("its verdict is %s, and it names faults, inputs or what they violate", c.Verdict)
	case !certified && len(c.Violated) == 0:
		return invalid("its verdict is %s, and it names nothing that is violated", c.Verdict)
	case !certified && len(c.Loops) > 0:
		return invalid("its verdict is %s, and it has loops", c.Verdict)
	}
	for i, l := range c.Loops {
		if len(l) == 0 || repeats(l) {
			return invalid("loop %d is empty, or has a fact twice", i+1)
		}
	}
	return c.Question.contradiction()
}

// contradiction says what is wrong with a question whatever the program is.
func (q *Question) contradiction() error {
	if q.Outcomes != AllOutcomes && q.Outcomes != FailureFree {
		return invalid("%.40q is not a kind of outcomes", q.Outcomes)
	}
	for _, n := range q.Nodes {
		if n == "" || !utf8.ValidString(n) || strings.ContainsFunc(n, func(c rune) bool { return !unicode.IsPrint(c) }) {
			return invalid("%.40q is not the name of a node", n)
		}
	}
	if repeats(q.Constants) {
		return invalid("it has a constant twice")
	}
	if len(q.Nodes) == 0 || repeats(q.Nodes) {
		return invalid("it has no nodes, or one of them twice")
	}
	if l, err := failure.ParseLinks(string(q.Spec.Lossy)); q.Spec.Lossy != "" && (err != nil || l != q.Spec.Lossy) {
		return invalid("%.40q is not written as links are", q.Spec.Lossy)
	}
	if n, err := failure.ParseNodeSet(string(q.Spec.Crashable)); q.Spec.Crashable != "" && (err != nil || n != q.Spec.Crashable) {
		return invalid("%.40q is not written as nodes are", q.Spec.Crashable)
	}
	if err := cmp.Or(q.Spec.Validate(len(q.Nodes)), q.Spec.CheckNames(q.Nodes)); err != nil {
		return invalid("%v", err)
	}
	return nil
}

// tooLarge says that there is too much to list, be it only the faults.
func (q *Question) tooLarge() error {
	n, eff, delay := float64(len(q.Nodes)), float64(q.Spec.EFF), float64(q.Spec.Delay)
	much := (eff + float64(q.Spec.EOT)) * n * n
	fates := 1 + delay
	if q.Spec.Twice {
		fates += (1 + delay) * max(1, delay) // a second copy, after each first arrival
	}
	much += (eff + delay) * n * n * (fates - 1)
	if q.Spec.Restarts > 0 {
		much += eff * eff * n * n
	}
	if q.Spec.EOT > maxEOT || much > maxHeld {
		return &SizeError{fmt.Sprintf("%v over %d nodes", q.Spec, len(q.Nodes))}
	}
	return nil
}

func repeats(names []string) bool {
	return len(slices.Compact(slices.Sorted(slices.Values(names)))) < len(names)
}

// differ returns the first line in which two texts differ.
func differ(x, y string) int {
	n := 0
	for n < min(len(x), len(y)) && x[n] == y[n] {
		n++
	}
	return 1 + strings.Count(x[:n], "\n")
}
