package lint

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"molly/datalog"
	"molly/dedalus"
	"molly/eval"
	"molly/failure"
	"molly/internal/randprog"
	"molly/verify"
)

// task is a random program with a directive.
func task(t *testing.T, r *rand.Rand) (*dedalus.Program, dedalus.Setting) {
	t.Helper()
	text := randprog.Program(r, randprog.Options{NoOverflow: true, MaxRules: 9})
	plain, found := dedalus.ParseString("t.ded", text)
	if plain == nil {
		t.Fatalf("%s\n%v", text, found)
	}
	nodes := plain.Datalog().Places()
	spec := randprog.Spec(r, len(nodes), 80)
	if r.IntN(3) == 0 {
		spec = randprog.WideSpec(r, plain.Datalog(), nodes, 80)
	}
	s := dedalus.SettingsOf(spec, nodes)
	text = "// molly: " + strings.Join(s.Words(), " ") + "\n" + text
	p, found := dedalus.ParseString("t.ded", text)
	if p == nil {
		t.Fatalf("%s\n%v", text, found)
	}
	setting, err := p.Setting(dedalus.Settings{})
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	return p, setting
}

// shown is what all admissible runs show, one by one.
type shown struct {
	fires []bool // by rule: its premises hold together, also when the run ends
	early []bool // by rule: before that, if it keeps or sends something
	holds []bool // by relation

	owes, owesAfter bool // in some run; in one in which a node fails
	losses          bool // some loss changes what pre or post has in the end
}

func enumerate(t *testing.T, p *datalog.Program, s dedalus.Setting) shown {
	t.Helper()
	ctx := context.Background()
	e := shown{fires: make([]bool, len(p.Rules)), early: make([]bool, len(p.Rules)), holds: make([]bool, len(p.Relations))}
	w, err := verify.NewWorld(p, verify.Options{Spec: s.Spec, Nodes: s.Nodes})
	if err != nil {
		t.Fatal(err)
	}
	longer, err := eval.New(p, s.Nodes, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	on := s.Spec
	on.EOT++ // so that what the end cuts off is seen
	var first string
	for sc := range s.Spec.Each(s.Nodes) {
		j, err := w.Judge(ctx, sc)
		if err != nil {
			t.Fatal(err)
		}
		fails := slices.ContainsFunc(sc, func(f failure.Fault) bool { return f.Kind.OfNode() })
		e.owes = e.owes || !j.Vacuous
		e.owesAfter = e.owesAfter || !j.Vacuous && fails
		if outcomes := outcomesOf(j.Run, p); len(sc) == 0 {
			first = outcomes
		} else if !fails && outcomes != first {
			e.losses = true
		}
		run, err := longer.Run(ctx, on, sc)
		if err != nil {
			t.Fatal(err)
		}
		note := func(rule, time int) {
			if rule < len(e.fires) && time <= s.Spec.EOT {
				e.fires[rule] = true
				e.early[rule] = e.early[rule] || time < s.Spec.EOT || p.Rules[rule].Timing == datalog.Deductive
			}
		}
		for time := 0; time <= on.EOT; time++ {
			for r := range p.Relations {
				for _, f := range run.At(datalog.RelID(r), time) {
					e.holds[r] = e.holds[r] || time <= s.Spec.EOT
					for id := range run.FiringsOf(f) {
						note(run.Firing(id).Rule, run.Firing(id).Time)
					}
					for row := range run.RowsOf(f) {
						for _, id := range row.Bindings {
							note(run.Firing(id).Rule, run.Firing(id).Time)
						}
					}
				}
			}
		}
	}
	return e
}

// outcomesOf writes what pre and post have in the end.
func outcomesOf(run *eval.Run, p *datalog.Program) string {
	var list []string
	for _, r := range []datalog.RelID{p.Pre, p.Post} {
		if r == datalog.NoRelation {
			continue
		}
		for _, f := range run.At(r, run.EOT()) {
			list = append(list, run.Program().FormatFact(run.Fact(f)))
		}
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// Each finding that takes an evaluation is what all runs show, one by one; and what they show is found.
func TestFindingsAgree(t *testing.T) {
	n := 100
	if testing.Short() {
		n = 50
	}
	tally := map[string]int{}
	base := rand.Uint64()
	for i := range n {
		seed := 30 + uint64(i) // among these is something of everything
		if i >= n/2 {
			seed = base + uint64(i)
		}
		p, s := task(t, rand.New(rand.NewPCG(seed, 5)))
		d := p.Datalog()
		found, err := Program(context.Background(), p)
		var limit *eval.LimitError
		if errors.As(err, &limit) {
			continue
		}
		fatal := func(problem string) {
			t.Helper()
			t.Fatalf("seed %d: %s\n%s\n%v", seed, problem, p.Sources()[0].Text, found)
		}
		if err != nil {
			fatal(err.Error())
		}
		e := enumerate(t, d, s)
		at := func(code string, pos datalog.Position) bool {
			return slices.ContainsFunc(found, func(d dedalus.Diagnostic) bool { return d.Code == code && d.Pos == pos })
		}
		has := func(code string) bool {
			return slices.ContainsFunc(found, func(d dedalus.Diagnostic) bool { return d.Code == code })
		}
		bad := onlyBad(d)
		for i := range d.Rules {
			r := &d.Rules[i]
			said, late := at("unreachable", r.Pos), at("horizon", r.Pos)
			ends := e.fires[i] && !e.early[i]
			switch {
			case said && e.fires[i]:
				fatal(r.Pos.String() + " is said to be unreachable, and fires")
			case late && !ends:
				fatal(r.Pos.String() + " is said to send too late")
			case !late && ends && r.Timing == datalog.Asynchronous && !bad[r.Head.Relation] && begins(r, e.holds):
				fatal(r.Pos.String() + " sends at the end alone, and is not reported")
			case !said && !e.fires[i] && !bad[r.Head.Relation] && begins(r, e.holds) && !has("dropped") && !at("no-node", r.Pos):
				fatal(r.Pos.String() + " never fires, and is not reported")
			}
			if said {
				tally["unreachable"]++
			}
			if late {
				tally["late"]++
			}
		}
		vacuous := has("vacuous")
		wide := slices.DeleteFunc(slices.Clone(found), func(d dedalus.Diagnostic) bool { return d.Code != "wide-excuse" })
		switch {
		case d.HasInvariant() && !e.owes && !vacuous && len(wide) == 0:
			fatal("nothing is owed, and that is not reported")
		case vacuous && e.owes && e.losses:
			fatal("the invariant is said to be vacuous, and a loss changes it")
		}
		if vacuous {
			tally["vacuous"]++
		}
		for _, w := range wide {
			if !strings.HasPrefix(w.Message, "this premise") && !strings.HasPrefix(w.Message, "this excuse leaves") {
				continue // what the text shows
			}
			with := enumerate(t, leaveOut(t, d, w.Pos), s)
			switch {
			case !e.owes && !with.owes:
				fatal(w.Pos.String() + " is said to leave nothing to be owed, and without it nothing is, either")
			case e.owes && (e.owesAfter || !with.owesAfter):
				fatal(w.Pos.String() + " is said to leave nothing to be owed after a failure")
			}
			tally["wide-excuse"]++
		}
		if has("dropped") {
			tally["dropped"]++
		}
	}
	t.Log(tally)
	for _, code := range []string{"unreachable", "vacuous", "wide-excuse", "late", "dropped"} {
		if tally[code] == 0 {
			t.Errorf("no program has %s", code)
		}
	}
}

// leaveOut is the program without the premise that begins at a place.
func leaveOut(t *testing.T, p *datalog.Program, at datalog.Position) *datalog.Program {
	t.Helper()
	q := *p
	q.Rules = slices.Clone(p.Rules)
	for i := range q.Rules {
		for k, l := range q.Rules[i].Body {
			if l.Kind == datalog.Negative && l.Atom.Pos == at {
				r := q.Rules[i]
				r.Body, _ = without(&r, k)
				number(&r)
				q.Rules[i] = r
				q.Strata, _ = datalog.Stratify(len(q.Relations), q.Dependencies())
				if err := q.Check(); err != nil {
					t.Fatal(err)
				}
				return &q
			}
		}
	}
	t.Fatalf("there is no premise at %v", at)
	return nil
}
