package replay

import (
	"fmt"
	"strings"

	"molly/explore/schedule"
	"molly/internal/numeral"
)

// Problem says in a line why a trace is not as expected, or why nothing is known of it; it is "" where all is well.
func (r *Result) Problem() string {
	switch r.Status {
	case Violated:
		return r.violated()
	case Gone:
		return "a violation is expected, and it does not happen any more: " + r.followed()
	case Differs:
		return r.differs()
	case Unreadable:
		return r.Err.Error()
	case Undecided:
		return fmt.Sprintf("not done in %v", r.Limit)
	case NotReached:
		return "not reached: the time or the memory was used up"
	}
	return ""
}

// String says in a line what came of the trace.
func (r *Result) String() string {
	switch {
	case r.Status != OK:
		return r.Problem()
	case r.Violation != nil:
		return "expected: " + r.violated()
	case r.recorded() != nil:
		return "no violation any more: " + r.followed()
	case r.Difference != nil:
		return "no violation: " + r.followed()
	}
	return numeral.Count(r.Exact, "event") + ", all as recorded"
}

// violated says what is violated now, where, and what was.
func (r *Result) violated() string {
	text := fmt.Sprintf("%s, at event %d", r.Violation.Fingerprint, r.At)
	was := r.Trace.Violation()
	switch {
	case was == nil:
		text += "; no violation was recorded"
	case !r.Same():
		text += fmt.Sprintf("; recorded was %s, at event %d", was.Violation.Fingerprint, was.N)
	case was.N != r.At:
		text += fmt.Sprintf("; recorded at event %d", was.N)
	case r.Difference == nil:
		return text + ", as recorded"
	}
	if r.Difference != nil {
		text += "; " + r.followed()
	}
	return text
}

// differs says the first difference, and how far the trace could be followed.
func (r *Result) differs() string {
	d := r.Difference
	text := fmt.Sprintf("at event %d: %s", d.N, d.What)
	if d.Recorded != "" || d.Now != "" {
		text += fmt.Sprintf(": recorded %s, now %s", short(d.Recorded), short(d.Now))
	}
	return text + "; " + r.followed()
}

// mostText is how many characters of what differs are said.
const mostText = 120

func short(text string) string {
	if text == "" {
		return "nothing"
	}
	if list := []rune(text); len(list) > mostText {
		return string(list[:mostText]) + "…"
	}
	return text
}

// followed says how far the trace could be followed.
func (r *Result) followed() string {
	of := numeral.Count(len(r.Trace.Records), "event")
	if r.Difference == nil {
		return fmt.Sprintf("%s, all as recorded", of)
	}
	var how []string
	say := func(n int, what string) {
		if n > 0 {
			how = append(how, fmt.Sprintf("%d %s", n, what))
		}
	}
	say(r.Exact, "exactly")
	say(r.Outside, "from outside")
	for _, level := range schedule.Levels() {
		say(r.Like[level], "by "+level.String())
	}
	text := fmt.Sprintf("%d of %s followed", r.Followed(), of)
	if len(how) > 0 {
		text += " (" + strings.Join(how, ", ") + ")"
	}
	return text
}
