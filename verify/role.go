package verify

import (
	"cmp"
	"slices"
	"strings"

	"molly/circuit"
	"molly/datalog"
	"molly/eval"
)

// Role is what a rule or a message does for the outcomes, over all admissible executions.
type Role string

// The roles; what fits several has the first of them.
const (
	// RoleSupports: in some admissible execution it is in the lineage of an outcome.
	RoleSupports Role = "supports"
	// RoleObliges: in some admissible execution it is in the lineage of a pre tuple, of one of
	// never, or of one that a rule for never reads. Rules for never have this role, too.
	RoleObliges Role = "obliges"
	// RoleGuards: it fires, and its conclusions feed a relation that a rule with one of
	// the roles above reads under notin or in an aggregate: what it makes hold can hold
	// something else back.
	RoleGuards Role = "guards"
	// RoleIdle: it fires, and nothing rests on it.
	RoleIdle Role = "idle"
	// RoleNever: it fires in no admissible execution.
	RoleNever Role = "never fires"
)

// MarshalText writes the role as one word.
func (r Role) MarshalText() ([]byte, error) { return []byte(word(string(r))), nil }

// word joins words by hyphens.
func word(text string) string { return strings.ReplaceAll(text, " ", "-") }

// RuleRole is the role of a rule.
type RuleRole struct {
	Rule int // datalog.Rule.ID
	Role Role
}

// MessageRole is the role of the messages of a relation from one place to another that
// are sent at one time.
type MessageRole struct {
	Relation datalog.RelID
	From, To datalog.Value
	Sent     int
	Role     Role
}

// roles finds out what each rule, and each message that may be sent and may arrive, does
// for the outcomes. Without the rules that are idle or never fire, every admissible
// execution has the same outcomes, pre tuples and tuples of never.
func (s *search) roles() ([]RuleRole, []MessageRole, error) {
	lineage := newSupport(s.space)
	outcomes, obliging := lineage.reach(s.outcomeFacts()), lineage.reach(s.obligingFacts())
	rules := make([]*usage, len(s.judge.program.Rules))
	for i := range rules {
		rules[i] = &usage{}
	}
	type message struct {
		relation datalog.RelID
		from, to datalog.Value
		sent     int
	}
	messages := map[message]*usage{}
	var order []message
	c := s.space.Circuit
	for p := range lineage.firings {
		if p.Rule >= len(rules) {
			continue // what is stable is held over, by no rule of the program
		}
		supports, obliges := c.And(p.Lit, outcomes[p.serves]), c.And(p.Lit, obliging[p.serves])
		rules[p.Rule].add(p.Lit, supports, obliges)
		r := &s.judge.program.Rules[p.Rule]
		if r.Timing != datalog.Asynchronous {
			continue
		}
		m := message{r.Head.Relation, s.space.Sender(p.id), s.space.Args(p.head)[0], p.Time}
		if messages[m] == nil {
			messages[m] = &usage{}
			order = append(order, m)
		}
		messages[m].add(p.Lit, supports, obliges)
	}
	slices.SortFunc(order, func(a, b message) int {
		return cmp.Or(cmp.Compare(a.relation, b.relation), a.from.Compare(b.from), a.to.Compare(b.to), cmp.Compare(a.sent, b.sent))
	})
	var all []*chance
	for _, u := range rules {
		all = append(all, &u.fires, &u.supports, &u.obliges)
	}
	for _, m := range order {
		u := messages[m]
		all = append(all, &u.fires, &u.supports, &u.obliges)
	}
	if err := s.settle(all); err != nil {
		return nil, nil, err
	}
	guarding := s.guarding(rules)
	var ofRules []RuleRole
	for i, u := range rules {
		head := s.judge.program.Rules[i].Head.Relation
		role := u.role(guarding[head])
		if head == s.judge.program.Never {
			role = RoleObliges // that it never fires is its purpose
		}
		ofRules = append(ofRules, RuleRole{i, role})
	}
	var ofMessages []MessageRole
	for _, m := range order {
		if role := messages[m].role(guarding[m.relation]); role != RoleNever {
			ofMessages = append(ofMessages, MessageRole{m.relation, m.from, m.to, m.sent, role})
		}
	}
	return ofRules, ofMessages, nil
}

// outcomeFacts are the facts at EOT that the invariant rests on.
func (s *search) outcomeFacts() []eval.FactID {
	p := s.judge.program
	var list []eval.FactID
	if !p.HasInvariant() { // then nothing is expected where it has never
		for _, v := range s.judge.expected {
			if f, may := s.space.Find(v.Relation, v.Time, v.Args); may {
				list = append(list, f)
			}
		}
		return list
	}
	for _, f := range s.space.At(p.Post, s.judge.eot) {
		if s.judge.counts(s.space.Args(f)) {
			list = append(list, f)
		}
	}
	return list
}

// obligingFacts are the facts at EOT that ask for outcomes, those of never, and those that its rules
// read as positive premises.
func (s *search) obligingFacts() (list []eval.FactID) {
	p := s.judge.program
	if p.HasInvariant() {
		list = append(list, s.space.At(p.Pre, s.judge.eot)...)
	}
	if p.Never == datalog.NoRelation {
		return list
	}
	about := []datalog.RelID{p.Never}
	for i := range p.Rules {
		for _, l := range p.Rules[i].Body {
			if l.Kind == datalog.Positive && p.Rules[i].Head.Relation == p.Never && !slices.Contains(about, l.Atom.Relation) {
				about = append(about, l.Atom.Relation)
			}
		}
	}
	for _, r := range about {
		if r == p.Crash || r == p.Outage {
			list = append(list, s.space.At(r, 0)...)
			continue
		}
		for t := 1; t <= s.judge.eot; t++ {
			list = append(list, s.space.At(r, t)...)
		}
	}
	return list
}

// guarding marks the relations that may hold something back: those that rules which
// support or oblige read where absence counts, and all that these depend on through rules
// that fire.
func (s *search) guarding(rules []*usage) []bool {
	p := s.judge.program
	marked := make([]bool, len(p.Relations))
	var waiting []datalog.RelID
	mark := func(r datalog.RelID) {
		if !marked[r] {
			marked[r] = true
			waiting = append(waiting, r)
		}
	}
	for i, u := range rules {
		if !u.supports.happens && !u.obliges.happens && p.Rules[i].Head.Relation != p.Never {
			continue
		}
		for _, l := range p.Rules[i].Body {
			if l.Kind == datalog.Negative || l.Kind == datalog.Positive && p.Rules[i].Aggregates() {
				mark(l.Atom.Relation)
			}
		}
	}
	for len(waiting) > 0 {
		r := waiting[0]
		waiting = waiting[1:]
		for i := range p.Rules {
			if p.Rules[i].Head.Relation != r || !rules[i].fires.happens {
				continue
			}
			for _, l := range p.Rules[i].Body {
				if l.Kind != datalog.Comparison {
					mark(l.Atom.Relation)
				}
			}
		}
	}
	return marked
}

// usage is whether something fires, supports an outcome, and is in the lineage of a pre tuple.
type usage struct {
	fires, supports, obliges chance
}

func (u *usage) add(fires, supports, obliges circuit.Lit) {
	u.fires.when = append(u.fires.when, fires)
	u.supports.when = append(u.supports.when, supports)
	u.obliges.when = append(u.obliges.when, obliges)
}

func (u *usage) role(guards bool) Role {
	switch {
	case u.supports.happens:
		return RoleSupports
	case u.obliges.happens:
		return RoleObliges
	case !u.fires.happens:
		return RoleNever
	case guards:
		return RoleGuards
	}
	return RoleIdle
}

// A chance is whether one of some functions is true in an admissible scenario.
type chance struct {
	when    []circuit.Lit
	happens bool
}

// settle finds out which chances happen.
func (s *search) settle(list []*chance) error {
	functions := make([]circuit.Lit, len(list))
	for i, o := range list {
		functions[i] = s.space.Circuit.Or(o.when...)
	}
	possible, err := s.ask(circuit.True).Possible(s.ctx, functions)
	for i, o := range list {
		o.happens = possible[i]
	}
	return err
}
