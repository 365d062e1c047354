package text_test

import (
	"strings"
	"testing"

	"molly/export/text"
	"molly/failure"
	"molly/verify"
)

// What has changed between two saves is said in a few lines.
func TestSince(t *testing.T) {
	spec := failure.Spec{EOT: 6, EFF: 4}
	certified := &verify.Verdict{Kind: verify.Certified, Spec: spec}
	vacuous := &verify.Verdict{Kind: verify.Certified, Spec: spec, Vacuous: true}
	unknown := &verify.Verdict{Kind: verify.Unknown, Spec: spec, Reason: "timed out"}
	found := func(faults ...failure.Fault) *verify.Verdict {
		return &verify.Verdict{Kind: verify.Counterexample, Spec: spec, Findings: []verify.Finding{{Judged: verify.Judged{Scenario: failure.NewScenario(faults...)}}}}
	}
	lost, other := found(failure.Omit("a", "b", 1)), found(failure.Omit("a", "c", 1))
	wider := &verify.Verdict{Kind: verify.Certified, Spec: failure.Spec{EOT: 6, EFF: 4, Crashes: 1}}
	for _, c := range []struct {
		last *verify.Verdict
		now  text.Standing
		want string
	}{
		{nil, text.Standing{Verdict: certified}, ""},
		{nil, text.Standing{Problem: "1 error"}, ""},
		{certified, text.Standing{Verdict: certified}, "unchanged: certified under ⟨6,4,0⟩\n"},
		{certified, text.Standing{Verdict: lost}, "changed\n  before  certified under ⟨6,4,0⟩\n  now     counterexample {O(a,b,1)} under ⟨6,4,0⟩\n"},
		{lost, text.Standing{Verdict: other}, "changed\n  before  counterexample {O(a,b,1)} under ⟨6,4,0⟩\n  now     counterexample {O(a,c,1)} under ⟨6,4,0⟩\n"},
		{lost, text.Standing{Verdict: found(failure.Omit("a", "b", 1))}, "unchanged: counterexample {O(a,b,1)} under ⟨6,4,0⟩\n"},
		{certified, text.Standing{Verdict: wider}, "changed\n  before  certified under ⟨6,4,0⟩\n  now     certified under ⟨6,4,1⟩\n"},
		{certified, text.Standing{Verdict: vacuous}, "changed\n  before  certified under ⟨6,4,0⟩\n  now     vacuous under ⟨6,4,0⟩\n"},
		{vacuous, text.Standing{Verdict: unknown}, "changed\n  before  vacuous under ⟨6,4,0⟩\n  now     unknown under ⟨6,4,0⟩: timed out\n"},
		{lost, text.Standing{Problem: "2 errors\nand more"}, "no verdict: 2 errors\n  the last one was: counterexample {O(a,b,1)} under ⟨6,4,0⟩\n"},
	} {
		var b strings.Builder
		if err := text.Since(&b, text.Style{}, c.last, c.now); err != nil || strings.TrimPrefix(b.String(), "\n") != c.want {
			t.Errorf("%q, %v\nwant %q", b.String(), err, c.want)
		}
	}
	var b strings.Builder
	_ = text.Saved(&b, text.Style{}, []string{"a.ded", "my b.ded"})
	_ = text.Watching(&b, []string{"1", "2", "3", "4", "5", "6"})
	if want := "--- changed: a.ded, 'my b.ded'\n\nWatching 1, 2, 3, 4 and 2 other files. Ctrl-C ends it.\n"; b.String() != want {
		t.Errorf("%q", b.String())
	}
}
