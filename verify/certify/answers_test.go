package certify_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"molly/failure"
	"molly/internal/randprog"
	"molly/verify"
	"molly/verify/certify"
)

// A certificate answers the question that it is about, and others exactly where they ask for
// less.
func TestAnswers(t *testing.T) {
	abc := []string{"a", "b", "c"}
	certified := newSample(t, "delivery/ack", load(t, "delivery/ack"), verify.Options{Spec: failure.Spec{EOT: 5, EFF: 3, Crashes: 1}, Nodes: abc}).certificate
	violated := newSample(t, "delivery/retry", load(t, "delivery/retry"), verify.Options{Spec: failure.Spec{EOT: 4, EFF: 3, Crashes: 2}, Nodes: abc}).certificate
	if len(violated.Faults) != 2 || violated.Faults[1] != "C(a,2)" {
		t.Fatalf("retry has another counterexample: %v", violated.Faults)
	}
	free, alsoFree, lossless := *certified, *violated, *certified
	lossless.Spec.EFF = 0
	free.Outcomes, alsoFree.Outcomes = certify.FailureFree, certify.FailureFree
	for _, c := range []struct {
		name string
		of   *certify.Certificate
		ask  func(q *certify.Question)
		want bool
	}{
		{"the same", certified, func(q *certify.Question) {}, true},
		{"fewer losses", certified, func(q *certify.Question) { q.Spec.EFF = 2 }, true},
		{"no losses", certified, func(q *certify.Question) { q.Spec.EFF = 0 }, true},
		{"no losses in other words", &lossless, func(q *certify.Question) { q.Spec.EFF = 1 }, true},
		{"losses, where there are none", &lossless, func(q *certify.Question) { q.Spec.EFF = 2 }, false},
		{"fewer crashes", certified, func(q *certify.Question) { q.Spec.Crashes = 0 }, true},
		{"nodes in another order", certified, func(q *certify.Question) { q.Nodes = []string{"c", "a", "b"} }, true},
		{"fewer outcomes", certified, func(q *certify.Question) { q.Outcomes = certify.FailureFree }, true},
		{"more losses", certified, func(q *certify.Question) { q.Spec.EFF = 4 }, false},
		{"more crashes", certified, func(q *certify.Question) { q.Spec.Crashes = 2 }, false},
		{"longer runs", certified, func(q *certify.Question) { q.Spec.EOT = 6 }, false},
		{"shorter runs", certified, func(q *certify.Question) { q.Spec.EOT = 4 }, false},
		{"fewer nodes", certified, func(q *certify.Question) { q.Nodes = abc[:2] }, false},
		{"more nodes", certified, func(q *certify.Question) { q.Nodes = append([]string{"d"}, abc...) }, false},
		{"more outcomes", &free, func(q *certify.Question) { q.Outcomes = certify.AllOutcomes }, false},
		{"no nodes", certified, func(q *certify.Question) { q.Nodes = nil }, false},

		{"the same", violated, func(q *certify.Question) {}, true},
		{"its faults are there", violated, func(q *certify.Question) { q.Spec.EFF, q.Spec.Crashes = 2, 1 }, true},
		{"more faults", violated, func(q *certify.Question) { q.Spec.EFF, q.Spec.Crashes = 4, 3 }, true},
		{"no losses", violated, func(q *certify.Question) { q.Spec.EFF = 1 }, false},
		{"no crashes", violated, func(q *certify.Question) { q.Spec.Crashes = 0 }, false},
		{"longer runs", violated, func(q *certify.Question) { q.Spec.EOT = 5 }, false},
		{"other nodes", violated, func(q *certify.Question) { q.Nodes = []string{"a", "b", "d"} }, false},
		{"more outcomes", &alsoFree, func(q *certify.Question) { q.Outcomes = certify.AllOutcomes }, true},
		{"fewer outcomes", violated, func(q *certify.Question) { q.Outcomes = certify.FailureFree }, false},
	} {
		q := c.of.Question
		c.ask(&q)
		if err := c.of.Answers(&q); (err == nil) != c.want {
			t.Errorf("%s, %s: %v", c.of.Verdict, c.name, err)
		}
	}
}

// Where a certificate answers another question, a search of that one has the same verdict.
func TestAnswersAreVerdicts(t *testing.T) {
	answers := map[string]int{}
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 18))
		task := randprog.NewTask(r, randprog.Options{WithInvariant: true}, 700)
		outcomes := verify.Outcomes(r.IntN(2))
		p := parse(t, task.Source)
		s := newSample(t, task.String(), p, verify.Options{Spec: task.Spec, Nodes: task.Nodes, Outcomes: outcomes})
		if s == nil {
			continue
		}
		for range 12 {
			q := s.certificate.Question
			q.Nodes = slices.Clone(q.Nodes)
			r.Shuffle(len(q.Nodes), func(i, j int) { q.Nodes[i], q.Nodes[j] = q.Nodes[j], q.Nodes[i] })
			q.Spec.EFF = r.IntN(q.Spec.EOT + 1)
			q.Spec.Crashes = r.IntN(len(q.Nodes) + 1)
			q.Outcomes = []string{certify.AllOutcomes, certify.FailureFree}[r.IntN(2)]
			if q.Spec.Scenarios(q.Nodes).BitLen() > 14 || s.certificate.Answers(&q) != nil {
				continue
			}
			o := verify.Options{Spec: q.Spec, Nodes: q.Nodes, Outcomes: verify.AllRuns}
			if q.Outcomes == certify.FailureFree {
				o.Outcomes = verify.FailureFree
			}
			v, err := verify.Verify(context.Background(), p.Datalog(), o)
			if err != nil {
				// More faults may reach a number that does not fit, of which the counterexample knows nothing.
				if s.certificate.Verdict == certify.Certified {
					t.Errorf("seed %d: %v", seed, err)
				}
				continue
			}
			answers[string(v.Kind)]++
			if string(v.Kind) != s.certificate.Verdict {
				t.Errorf("seed %d: the certificate says %s under %v, %s, the search %s under %v, %s\n%s",
					seed, s.certificate.Verdict, s.certificate.Spec, s.certificate.Outcomes, v.Kind, q.Spec, q.Outcomes, task)
			}
		}
	}
	t.Log(answers)
	if answers[certify.Certified] < 50 || answers[certify.Counterexample] < 50 {
		t.Error("that is too few")
	}
}
