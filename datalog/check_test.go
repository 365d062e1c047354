package datalog

import (
	"strings"
	"testing"
)

func TestCheckAcceptsTheExample(t *testing.T) {
	if err := example().Check(); err != nil {
		t.Error(err)
	}
}

// Each damage to a sound program is found, and named.
func TestCheckFindsDamage(t *testing.T) {
	for name, damage := range map[string]func(*Program){
		"fact 0 holds at time 0":                      func(p *Program) { p.Facts[0].Time = 0 },
		"fact 0 has 1 arguments":                      func(p *Program) { p.Facts[0].Args = p.Facts[0].Args[:1] },
		"fact 0 has a value of type string":           func(p *Program) { p.Facts[0].Args[1] = String("x") },
		"fact 0 names relation 9":                     func(p *Program) { p.Facts[0].Relation = 9 },
		"rule 1 has the ID 5":                         func(p *Program) { p.Rules[1].ID = 5 },
		"rule 2's head has 0 arguments":               func(p *Program) { p.Rules[2].Head.Args = nil },
		"rule 0 has an aggregate in the first column": func(p *Program) { p.Rules[0].Head.Args[0].Aggregate = Max },
		"rule 2 has a wildcard in its head":           func(p *Program) { p.Rules[2].Head.Args[0].Term.Kind = Wildcard },
		"rule 1 does not bind its variable X":         func(p *Program) { p.Rules[1].Body = p.Rules[1].Body[1:] },
		"rule 2 is asynchronous and has no location":  func(p *Program) { p.Rules[2].Location = nil },
		"rule 1 has variable 7":                       func(p *Program) { p.Rules[1].Body[1].Left.Var = 7 },
		"rule 1 compares a wildcard":                  func(p *Program) { p.Rules[1].Body[1].Left.Kind = Wildcard },
		"rule 1's head has an operator without":       func(p *Program) { p.Rules[1].Head.Args[1].Term.Right = nil },
		"rule 0 reads time -1":                        func(p *Program) { p.Rules[0].Body[1].Atom.At = -1 },
		"rule 0 has 1 arguments for p":                func(p *Program) { p.Rules[0].Body[1].Atom.Args = p.Rules[0].Body[1].Atom.Args[:1] },
		"rule 1 has a constant that is not a value":   func(p *Program) { p.Rules[1].Body[1].Right.Value = Value{} },
		"q is in no stratum":                          func(p *Program) { p.Strata = append(p.Strata[:1], p.Strata[2]) },
		"p is in strata 0 and 3":                      func(p *Program) { p.Strata = append(p.Strata, Stratum{Relations: []RelID{0}}) },
		"q is in a stratum before p":                  func(p *Program) { p.Strata[0], p.Strata[1] = p.Strata[1], p.Strata[0] },
		"q is in the stratum of p, which must be":     func(p *Program) { p.Strata = []Stratum{{Relations: []RelID{0, 1}, Recursive: true}, p.Strata[2]} },
		"only one of pre and post":                    func(p *Program) { p.Pre = 0 },
		"pre has 2 columns and post has 1":            func(p *Program) { p.Pre, p.Post = 0, 2 },
		"crash has 2 columns":                         func(p *Program) { p.Crash = 1 },
		"rule 0 defines the built-in q":               func(p *Program) { p.Crash = 1 },
		"boot has 2 columns":                          func(p *Program) { p.Boot = 1 },
		"outage has 2 columns":                        func(p *Program) { p.Outage = 1 },
		"member names relation 9":                     func(p *Program) { p.Member = 9 },
		"fact 0 defines the built-in":                 func(p *Program) { p.Now = p.Facts[0].Relation },
		"never names relation 9":                      func(p *Program) { p.Never = 9 },
		"stable relation 0 comes after 1":             func(p *Program) { p.Stable = []RelID{1, 0} },
		"the built-in q is stable":                    func(p *Program) { p.Member, p.Stable = 1, []RelID{1} },
		"lasting fact 0 holds at time 0":              func(p *Program) { p.Lasting = []Fact{p.Facts[0]}; p.Lasting[0].Time = 0 },
		"input 0 has no time":                         func(p *Program) { p.Inputs = []Input{{Relation: 0, Args: p.Facts[0].Args}} },
		"input 0 has time 2 after time 2":             func(p *Program) { p.Inputs = []Input{{Relation: 0, Args: p.Facts[0].Args, Times: []int{2, 2}}} },
		"input 1 is the tuple of input 0": func(p *Program) {
			in := Input{Relation: 0, Args: p.Facts[0].Args, Times: []int{2}}
			p.Inputs = []Input{in, in}
		},
		"the list of persistent relations names relat": func(p *Program) { p.Persistent = []RelID{-1} },
	} {
		p := example()
		damage(p)
		if err := p.Check(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: found %v", name, err)
		}
	}
}
