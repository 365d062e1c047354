package randprog

import (
	"slices"
	"strconv"
	"strings"

	"molly/datalog"
	"molly/dedalus"
)

// Parse reads a program, wide or not. It reports whether it passes the checks.
func Parse(src string) (*datalog.Program, bool) {
	x := extras{}
	var rest []string
	for _, c := range split(src, ';') {
		if c = x.clause(c); c != "" {
			rest = append(rest, c)
		}
	}
	parsed, diagnostics := dedalus.ParseString("random.ded", strings.Join(rest, "\n"))
	if diagnostics.HasErrors() {
		return nil, false
	}
	return x.apply(parsed.Datalog())
}

// extras is what the parser does not know yet.
type extras struct {
	stable  []string
	lasting []string
	inputs  []input
}

type input struct {
	tuple       string
	first, last int
}

// clause takes from a clause what the parser does not know, and returns what is left: of each
// tuple a fact at a time that tells what it is.
func (x *extras) clause(c string) string {
	if names, ok := strings.CutPrefix(c, "stable "); ok {
		x.stable = strings.Split(strings.TrimSuffix(names, ";"), ", ")
		return ""
	}
	f, may := strings.CutPrefix(c, "may ")
	at := strings.LastIndexByte(f, '@')
	if at < 0 || strings.Contains(f, ":-") {
		return c
	}
	tuple, time := f[:at], strings.TrimSuffix(f[at+1:], ";")
	from, to, ranged := strings.Cut(time, "..")
	first, _ := strconv.Atoi(from)
	last, _ := strconv.Atoi(to)
	switch {
	case may:
		x.inputs = append(x.inputs, input{tuple, first, max(first, last)})
		return tuple + "@" + strconv.Itoa(mark+len(x.inputs)) + ";"
	case ranged && to == "":
		x.lasting = append(x.lasting, tuple)
		return tuple + "@" + strconv.Itoa(2*mark+first) + ";"
	case ranged:
		var all string
		for t := first; t <= last; t++ {
			all += tuple + "@" + strconv.Itoa(t) + "; "
		}
		return all
	}
	return c
}

const mark = 1000

func (x *extras) apply(p *datalog.Program) (*datalog.Program, bool) {
	q := *p
	q.Facts = nil
	q.Inputs = make([]datalog.Input, len(x.inputs))
	for _, f := range p.Facts {
		switch {
		case f.Time > 2*mark:
			f.Time -= 2 * mark
			q.Lasting = append(q.Lasting, f)
		case f.Time > mark:
			number := f.Time - mark - 1
			in := datalog.Input{Relation: f.Relation, Args: f.Args}
			for t := x.inputs[number].first; t <= x.inputs[number].last; t++ {
				in.Times = append(in.Times, t)
			}
			for _, other := range q.Inputs {
				if other.Times != nil && other.Relation == in.Relation && slices.Equal(other.Args, in.Args) {
					return nil, false
				}
			}
			q.Inputs[number] = in
		default:
			q.Facts = append(q.Facts, f)
		}
	}
	if len(q.Inputs) == 0 {
		q.Inputs = nil
	}
	for _, name := range x.stable {
		id, ok := q.Lookup(name)
		if !ok {
			return nil, false
		}
		q.Stable = append(q.Stable, id)
	}
	slices.Sort(q.Stable)
	for name, rel := range map[string]*datalog.RelID{"never": &q.Never, "boot": &q.Boot, "outage": &q.Outage, "member": &q.Member, "now": &q.Now} {
		if id, ok := q.Lookup(name); ok {
			*rel = id
		}
	}
	return &q, true
}
