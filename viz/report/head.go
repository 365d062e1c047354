package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"molly/datalog"
	"molly/internal/numeral"
	"molly/verify"
)

// head is what a report has besides the executions.
func (f *filler) head(without []string) Report {
	v, program := f.Verdict, f.Program.Datalog()
	p := Report{Title: f.Name, Kind: kindOf(v), Verdict: v.Describe(f.Name), Without: without, Invariant: f.invariant()}
	if !v.Complete {
		p.Notes = append(p.Notes, "The search is not complete: "+v.Reason+".")
	}
	if v.Vacuous {
		p.Notes = append(p.Notes, fmt.Sprintf("Vacuous: %s. Nothing is promised, so nothing can be broken.", f.Outcomes.DescribeVacuous(program)))
	}
	if len(v.Owed.First) > 0 {
		p.Notes = append(p.Notes, fmt.Sprintf("%s The first: %v.", f.Outcomes.DescribeOnlyUnderFaults(program, v.Owed), v.Owed.First))
	}
	if v.Kind == verify.Certified {
		for _, s := range v.Unseen.Describe(program, v.Spec.EOT) {
			p.Notes = append(p.Notes, "Note: "+s)
		}
	}
	for _, w := range f.Warnings {
		text := "Warning: " + w.Message
		if w.Pos.IsValid() {
			text += "  [" + w.Pos.Short() + "]"
		}
		p.Notes = append(p.Notes, text)
	}
	effort := numeral.Count(v.Executions, "execution") + ", strategy " + v.Strategy.String()
	if v.Strategy == verify.Random {
		effort += " with seed " + strconv.FormatUint(f.Seed, 10)
	}
	faults := "losses"
	if !v.Spec.Classic() {
		faults = "faults of messages"
	}
	p.Facts = []Fact{
		{Name: "specification", Text: fmt.Sprintf("%v: runs end at time EOT = %d, %s before EFF = %d, crashes up to %d", v.Spec, v.Spec.EOT, faults, v.Spec.EFF, v.Spec.Crashes)},
		{Name: "admissible", Text: v.Spec.Describe()},
		{Name: "nodes", Text: strings.Join(v.Nodes, ", ")},
		{Name: "judged", Text: verify.DescribeJudged(program, v.Spec.EOT)},
		{Name: "size", Text: v.DescribeSize()},
		{Name: "search", Text: effort},
		{Name: "command", Text: f.Command},
	}
	p.Files = f.files()
	return p
}

// kindOf says how a verdict is marked.
func kindOf(v *verify.Verdict) Kind {
	switch v.Kind {
	case verify.Counterexample:
		return Bad
	case verify.Certified:
		return Good
	}
	return Doubt
}

// files are the texts of the program, with the places of its rules.
func (f *filler) files() []File {
	rules := f.Program.Datalog().Rules
	var list []File
	for _, s := range f.Program.Sources() {
		file := File{Name: s.Name, Text: s.Text}
		for i := range rules {
			if at := rules[i].Pos; at.File == s.Name && at.IsValid() {
				file.Rules = append(file.Rules, Place{Rule: i, Line: at.Line, Column: at.Column})
			}
		}
		slices.SortStableFunc(file.Rules, func(a, b Place) int {
			return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
		})
		list = append(list, file)
	}
	return list
}

// invariant says what an execution must have, with the rules that say it.
func (f *filler) invariant() []string {
	p, eot := f.Program.Datalog(), f.Verdict.Spec.EOT
	if p.JudgesPersistence() {
		var names []string
		for _, id := range p.Persistent {
			names = append(names, p.Relations[id].Name)
		}
		slices.Sort(names)
		return []string{fmt.Sprintf("what the failure-free run has at time %d in %s every run must have", eot, strings.Join(names, ", "))}
	}
	var list []string
	if p.HasInvariant() {
		text := fmt.Sprintf("every tuple that is in pre at time %d must be in post", eot)
		if f.Outcomes == verify.FailureFree {
			text += ", if post has it in the failure-free run"
		}
		list = append(list, text)
	}
	if p.Never != datalog.NoRelation {
		list = append(list, "never must be empty at every time")
	}
	for i := range p.Rules {
		if h := p.Rules[i].Head.Relation; h == p.Pre || h == p.Post || h == p.Never {
			list = append(list, p.FormatRule(&p.Rules[i]))
		}
	}
	return list
}
