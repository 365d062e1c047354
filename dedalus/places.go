package dedalus

import (
	"fmt"
	"slices"

	"molly/datalog"
)

// home returns the atom whose first column is the location of a rule: the first
// positive atom without an absolute time, else the first positive one. It is nil
// where the rule has no positive atom.
func (c *clause) home() *atom {
	var timed *atom
	for _, l := range c.body {
		if l.kind != datalog.Positive || len(l.atom.args) == 0 {
			continue
		}
		if !l.atom.when.given() {
			return l.atom
		}
		if timed == nil {
			timed = l.atom
		}
	}
	return timed
}

// places checks where a rule runs and where it concludes.
func (ch *checker) places(c *clause) {
	if c.timing == datalog.Deductive || len(c.cols) == 0 {
		return
	}
	home := c.home()
	if c.timing == datalog.Asynchronous && !ch.sender(c, home) {
		return
	}
	if home == nil {
		return
	}
	if c.timing == datalog.Asynchronous && c.equal(c.cols[0].expr, home.args[0]) {
		ch.warn(c.cols[0].span, "self-send", "this message goes from its sender to itself, so it is never lost",
			"the receiver is the first column of the head; for the rule's own place, write `@next`",
			ch.note(home.args[0].span, "the sender"))
		ch.fix("write `@next`", c.when.replace("next"))
	}
	for _, l := range c.body {
		if l.kind != datalog.Positive || len(l.atom.args) == 0 || l.atom == home {
			continue
		}
		if l.atom.when.given() && !home.when.given() {
			continue
		}
		if place := l.atom.args[0]; !sameTerm(place, home.args[0]) {
			ch.warn(place.span, "several-places", "this rule reads several places at once",
				"send what is needed in a message (@async); otherwise the place of the first premise counts",
				ch.note(home.args[0].span, "the rule runs here"))
			break
		}
	}
	if place := c.cols[0].expr; c.timing == datalog.Inductive && !sameTerm(place, home.args[0]) {
		ch.warn(place.span, "remote-write", "this rule writes the state of another place without a message",
			"write `@async`, or conclude at the rule's own place",
			ch.note(home.args[0].span, "the rule runs here"))
	}
}

// equal reports whether a rule's terms have the same value wherever it fires: they are written the same, or
// premises say so, also by way of others.
func (c *clause) equal(a, b *expr) bool {
	same := []*expr{a}
	for i := 0; i < len(same); i++ {
		if sameTerm(same[i], b) {
			return true
		}
		for _, l := range c.body {
			if l.kind != datalog.Comparison || l.op != datalog.Equal {
				continue
			}
			for _, pair := range [][2]*expr{{l.left, l.right}, {l.right, l.left}} {
				known := func(e *expr) bool { return sameTerm(e, pair[1]) }
				if sameTerm(pair[0], same[i]) && !slices.ContainsFunc(same, known) {
					same = append(same, pair[1])
				}
			}
		}
	}
	return false
}

// sender checks that an asynchronous rule says who sends.
func (ch *checker) sender(c *clause, home *atom) bool {
	switch {
	case home == nil:
		ch.fail(c.span, "sender", "this message has no sender",
			"the sender is the first column of the first positive premise, but no premise is positive")
	case home.args[0].kind == datalog.Wildcard:
		ch.fail(home.args[0].span, "sender", "the sender of a message cannot be a wildcard",
			"give the location a name; it is the sender")
	case home.args[0].kind == datalog.Expression:
		ch.fail(home.args[0].span, "sender", "the sender of a message cannot be an expression",
			"use a variable or a constant")
	default:
		return true
	}
	return false
}

// origin tells why a relation is an observer: the rule that joins places or reads
// crash or outage.
type origin struct {
	at   span
	text string
}

// observers warns where the protocol reads, without a message, what only an
// observer of all places can know: a relation that a deductive rule concludes from
// several places, what deductive rules conclude from that, crash and outage.
func (ch *checker) observers() {
	found := map[string]origin{}
	for _, b := range builtins {
		if b.observe && ch.byName[b.name] != nil {
			found[b.name] = origin{}
		}
	}
	for _, c := range ch.clauses {
		if at, joins := ch.joinsPlaces(c); joins {
			if _, ok := found[c.name]; !ok {
				found[c.name] = origin{at, fmt.Sprintf("%s is what an observer of several places sees: this rule joins them", c.name)}
			}
		}
	}
	for again := true; again; {
		again = false
		for _, c := range ch.clauses {
			if ch.over() {
				return
			}
			if _, ok := found[c.name]; ok || c.fact || c.timing != datalog.Deductive {
				continue
			}
			c.atoms(func(a *atom, _ bool) {
				o, ok := found[a.name]
				if _, done := found[c.name]; done || !ok {
					return
				}
				if ch.observed(a.name) {
					o = origin{a.span, fmt.Sprintf("%s is what an observer sees: this rule reads %s", c.name, a.name)}
				}
				found[c.name] = o
				again = true
			})
		}
	}
	for _, c := range ch.clauses {
		if c.fact || c.timing == datalog.Deductive {
			continue
		}
		c.atoms(func(a *atom, _ bool) {
			o, ok := found[a.name]
			switch {
			case !ok:
			case ch.observed(a.name):
				ch.warn(a.span, "remote-read", "no node of a protocol can see "+a.name,
					a.name+" is for pre, post and what only feeds them")
			default:
				ch.warn(a.span, "remote-read", fmt.Sprintf("the protocol reads %s, which no single place knows", a.name),
					"send what is needed in a message (@async)", ch.note(o.at, o.text))
			}
		})
	}
}

// joinsPlaces reports whether a deductive rule has several locations among its
// head and its premises, and where the second one is.
func (ch *checker) joinsPlaces(c *clause) (span, bool) {
	if c.fact || c.timing != datalog.Deductive || len(c.cols) == 0 {
		return span{}, false
	}
	first := c.cols[0].expr
	at, joins := span{}, false
	c.atoms(func(a *atom, _ bool) {
		if len(a.args) > 0 && !joins && !ch.observed(a.name) && !sameTerm(a.args[0], first) {
			at, joins = a.args[0].span, true
		}
	})
	return at, joins
}
