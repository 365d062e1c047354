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
		"fact 0 holds at time 0":                       func(p *Program) { p.Facts[0].Time = 0 },
		"fact 0 has 1 arguments":                       func(p *Program) { p.Facts[0].Args = p.Facts[0].Args[:1] },
		"fact 0 has a value of type string":            func(p *Program) { p.Facts[0].Args[1] = String("x") },
		"fact 0 names relation 9":                      func(p *Program) { p.Facts[0].Relation = 9 },
		"rule 1 has the ID 5":                          func(p *Program) { p.Rules[1].ID = 5 },
		"rule 2's head has 0 arguments":                func(p *Program) { p.Rules[2].Head.Args = nil },
		"rule 0 has an aggregate in the first column":  func(p *Program) { p.Rules[0].Head.Args[0].Aggregate = Max },
		"rule 2 has a wildcard in its head":            func(p *Program) { p.Rules[2].Head.Args[0].Term.Kind = Wildcard },
		"rule 1 does not bind its variable X":          func(p *Program) { p.Rules[1].Body = p.Rules[1].Body[1:] },
		"rule 2 is asynchronous and has no location":   func(p *Program) { p.Rules[2].Location = nil },
		"rule 1 has variable 7":                        func(p *Program) { p.Rules[1].Body[1].Left.Var = 7 },
		"rule 1 compares a wildcard":                   func(p *Program) { p.Rules[1].Body[1].Left.Kind = Wildcard },
		"rule 1's head has an operator without":        func(p *Program) { p.Rules[1].Head.Args[1].Term.Right = nil },
		"rule 0 reads time -1":                         func(p *Program) { p.Rules[0].Body[1].Atom.At = -1 },
		"rule 0 has 1 arguments for p":                 func(p *Program) { p.Rules[0].Body[1].Atom.Args = p.Rules[0].Body[1].Atom.Args[:1] },
		"rule 1 has a constant that is not a value":    func(p *Program) { p.Rules[1].Body[1].Right.Value = Value{} },
		"q is in no stratum":                           func(p *Program) { p.Strata = append(p.Strata[:1], p.Strata[2]) },
		"p is in strata 0 and 3":                       func(p *Program) { p.Strata = append(p.Strata, Stratum{Relations: []RelID{0}}) },
		"q is in a stratum before p":                   func(p *Program) { p.Strata[0], p.Strata[1] = p.Strata[1], p.Strata[0] },
		"q is in the stratum of p, which must be":      func(p *Program) { p.Strata = []Stratum{{Relations: []RelID{0, 1}, Recursive: true}, p.Strata[2]} },
		"only one of pre and post":                     func(p *Program) { p.Pre = 0 },
		"pre has 2 columns and post has 1":             func(p *Program) { p.Pre, p.Post = 0, 2 },
		"crash has 2 columns":                          func(p *Program) { p.Crash = 1 },
		"rule 0 defines the built-in crash":            func(p *Program) { p.Crash = 1 },
		"the list of persistent relations names relat": func(p *Program) { p.Persistent = []RelID{-1} },
	} {
		p := example()
		damage(p)
		if err := p.Check(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: found %v", name, err)
		}
	}
}
