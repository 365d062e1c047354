package asp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"molly/datalog"
	"molly/failure"
)

// ReadScenario reads what clingo prints, as text or with --outf=2, and returns the
// faults of its last answer.
func ReadScenario(output []byte) (failure.Scenario, error) {
	atoms, err := lastAnswer(output)
	if err != nil {
		return nil, err
	}
	var faults []failure.Fault
	for _, a := range atoms {
		f, ok := a.fault()
		if !ok {
			return nil, fmt.Errorf("clingo's answer has %s, which is no fault such as omit(From,To,Time) or crash(Node,Time)", a)
		}
		faults = append(faults, f)
	}
	return failure.NewScenario(faults...), nil
}

// lastAnswer returns the atoms of the last answer. Nothing but a complete output that
// says satisfiable will do: a part of an answer is another scenario.
func lastAnswer(output []byte) ([]atom, error) {
	var result string
	var answer []string
	found := false
	if text := bytes.TrimSpace(output); len(text) == 0 {
		return nil, errors.New("clingo's output is empty")
	} else if text[0] == '{' {
		var err error
		if result, answer, found, err = answerOfJSON(text); err != nil {
			return nil, err
		}
	} else {
		result, answer, found = answerOfText(string(output))
	}
	switch result {
	case "SATISFIABLE", "OPTIMUM FOUND":
	case "UNSATISFIABLE":
		return nil, errors.New("clingo says UNSATISFIABLE: there is no counterexample to run")
	case "UNKNOWN":
		return nil, errors.New("clingo says UNKNOWN: it found no answer")
	default:
		return nil, errors.New("clingo's output is incomplete: no line says SATISFIABLE or UNSATISFIABLE")
	}
	if !found {
		return nil, errors.New("clingo says SATISFIABLE but shows no answer: let it print one")
	}
	var atoms []atom
	for _, line := range answer {
		list, err := parseAtoms(line)
		if err != nil {
			return nil, fmt.Errorf("clingo's answer cannot be read: %v", err)
		}
		atoms = append(atoms, list...)
	}
	return atoms, nil
}

// answerOfText finds the result and the line after the last "Answer: N".
func answerOfText(output string) (result string, answer []string, found bool) {
	lines := strings.Split(output, "\n")
	for i := 0; i < len(lines); i++ {
		switch line := strings.TrimSuffix(lines[i], "\r"); {
		case strings.HasPrefix(line, "Answer: ") && i+1 < len(lines):
			i++
			answer, found, result = []string{strings.TrimSuffix(lines[i], "\r")}, true, ""
		case line == "SATISFIABLE" || line == "UNSATISFIABLE" || line == "UNKNOWN" || line == "OPTIMUM FOUND":
			result = line
		}
	}
	return result, answer, found
}

// answerOfJSON finds the same in what clingo prints with --outf=2.
func answerOfJSON(text []byte) (result string, answer []string, found bool, err error) {
	var report struct {
		Result string
		Call   []struct {
			Witnesses []struct{ Value []string }
		}
	}
	if err := json.Unmarshal(text, &report); err != nil {
		return "", nil, false, fmt.Errorf("clingo's output is incomplete: %v", err)
	}
	for _, c := range report.Call {
		for _, w := range c.Witnesses {
			answer, found = w.Value, true
		}
	}
	return report.Result, answer, found, nil
}

// atom is an atom of an answer: a relation with integers and strings.
type atom struct {
	name string
	args []datalog.Value
}

func (a atom) String() string {
	list := make([]string, len(a.args))
	for i, v := range a.args {
		list[i] = value(v)
	}
	return a.name + "(" + strings.Join(list, ",") + ")"
}

// fault is the fault that an atom names, or the input.
func (a atom) fault() (failure.Fault, bool) {
	types := ""
	for _, v := range a.args {
		types += v.Type().String() + " "
	}
	text := func(i int) string { return a.args[i].Text() }
	number := func(i int) int { return int(a.args[i].Number()) }
	switch a.name + ": " + types {
	case "omit: string string integer ":
		return failure.Omit(text(0), text(1), number(2)), true
	case "late: string string integer integer ":
		return failure.LateBy(text(0), text(1), number(2), number(3)), true
	case "twice: string string integer integer ":
		return failure.TwiceBy(text(0), text(1), number(2), number(3)), true
	case "crash: string integer ":
		return failure.CrashAt(text(0), number(1)), true
	case "outage: string integer integer ":
		return failure.OutageOf(text(0), number(1), number(2)), true
	case "input: integer string integer ":
		return failure.Choose(text(1), number(0), number(2)), true
	}
	return failure.Fault{}, false
}

// parseAtoms reads atoms with spaces between them.
func parseAtoms(line string) ([]atom, error) {
	p := parser{line}
	var list []atom
	for p.skip(); p.rest != ""; p.skip() {
		a, err := p.atom()
		if err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	return list, nil
}

// parser reads from the front of rest.
type parser struct{ rest string }

func (p *parser) skip() { p.rest = strings.TrimLeft(p.rest, " ") }

func (p *parser) accept(c byte) bool {
	if p.rest == "" || p.rest[0] != c {
		return false
	}
	p.rest = p.rest[1:]
	return true
}

func (p *parser) atom() (atom, error) {
	n := 0
	for n < len(p.rest) && strings.IndexByte(" (),\"", p.rest[n]) < 0 {
		n++
	}
	a := atom{name: p.rest[:n]}
	if n == 0 {
		return a, p.unexpected()
	}
	p.rest = p.rest[n:]
	if !p.accept('(') {
		return a, nil
	}
	for {
		v, err := p.value()
		if err != nil {
			return a, err
		}
		a.args = append(a.args, v)
		if p.accept(')') {
			return a, nil
		}
		if !p.accept(',') {
			return a, p.unexpected()
		}
	}
}

func (p *parser) unexpected() error {
	if p.rest == "" {
		return errors.New("it ends in the middle of an atom")
	}
	return fmt.Errorf("unexpected %.20q", p.rest)
}

func (p *parser) value() (datalog.Value, error) {
	if p.accept('"') {
		for n := 0; n < len(p.rest); n++ {
			switch p.rest[n] {
			case '\\':
				n++
			case '"':
				s := p.rest[:n]
				p.rest = p.rest[n+1:]
				return datalog.String(unescape(s)), nil
			}
		}
		p.rest = ""
		return datalog.Value{}, p.unexpected()
	}
	n := 0
	for n < len(p.rest) && strings.IndexByte(" (),\"", p.rest[n]) < 0 {
		n++
	}
	i, err := strconv.ParseInt(p.rest[:n], 10, 32)
	if err != nil {
		return datalog.Value{}, p.unexpected()
	}
	p.rest = p.rest[n:]
	return datalog.Int(i), nil
}
