package certify_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"molly/datalog/naive"
	"molly/failure"
	"molly/internal/randprog"
	"molly/verify"
	"molly/verify/certify"
)

// violates reports, by running every scenario with the reference evaluator, whether one of
// them violates the invariant.
func violates(t *testing.T, s *sample, q *certify.Question) bool {
	t.Helper()
	p := s.program.Datalog()
	q.Spec.Inputs = p.Choices()
	free, err := naive.Run(p, q.Nodes, q.Spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	for sc := range q.Spec.Each(q.Nodes) {
		run, err := naive.Run(p, q.Nodes, q.Spec, sc)
		if err != nil {
			t.Fatal(err)
		}
		if run.Breaks(p, free) || len(run.Overflows) > 0 {
			return true
		}
	}
	return false
}

// Under random specifications of everything that may go wrong, every verdict has a certificate, and it
// is that of running all scenarios. A certificate whose specification is changed is
// refused, or what it says then is true.
func TestWideVerdicts(t *testing.T) {
	n := 150
	if testing.Short() {
		n = 40
	}
	verdicts := map[string]int{}
	tried, still := 0, 0
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(seed, 33))
		task := randprog.NewTask(r, randprog.Options{}, 700)
		p := parse(t, task.Source)
		spec := certify.WideSpec(r, task.Nodes, p.Datalog().Choices(), 3000)
		s := newSample(t, fmt.Sprintf("seed %d, %v: %v", seed, spec, task), p, verify.Options{Spec: spec, Nodes: task.Nodes})
		if s == nil {
			continue
		}
		verdict := s.certificate.Verdict
		verdicts[verdict]++
		q := s.certificate.Question
		if violates(t, s, &q) != (verdict == certify.Counterexample) {
			t.Errorf("%s is %s", s.name, verdict)
		}
		if verdict == certify.Counterexample {
			continue
		}
		for name, change := range changes {
			c := *s.certificate
			if change(&c.Spec); c.Spec == s.certificate.Spec {
				continue
			}
			if tried++; s.check(c.Bytes()) != "" {
				continue
			}
			if still++; violates(t, s, &c.Question) {
				t.Errorf("%s: it is valid with another %s: %v", s.name, name, c.Spec)
			}
		}
	}
	t.Logf("%v; %d specifications changed, %d are as true as before", verdicts, tried, still)
	if verdicts[certify.Certified] < n/10 || verdicts[certify.Counterexample] < n/10 || 2*still > tried {
		t.Error("that says too little")
	}
}

// changes are what may be changed in a specification, so that it allows more, or something else.
var changes = map[string]func(s *failure.Spec){
	"EFF":         func(s *failure.Spec) { s.EFF = min(s.EFF+1, s.EOT) },
	"crashes":     func(s *failure.Spec) { s.Crashes++ },
	"delay":       func(s *failure.Spec) { s.Delay++ },
	"less delay":  func(s *failure.Spec) { s.Delay = max(0, s.Delay-1) },
	"loss":        func(s *failure.Spec) { s.NoLoss = !s.NoLoss },
	"twice":       func(s *failure.Spec) { s.Twice = !s.Twice },
	"fifo":        func(s *failure.Spec) { s.FIFO = !s.FIFO },
	"restarts":    func(s *failure.Spec) { s.Restarts = min(s.Restarts+1, s.Crashes) },
	"faults":      func(s *failure.Spec) { s.MaxFaults++ },
	"any faults":  func(s *failure.Spec) { s.MaxFaults = 0 },
	"lossy":       func(s *failure.Spec) { s.Lossy = "" },
	"crashable":   func(s *failure.Spec) { s.Crashable = "" },
	"crash until": func(s *failure.Spec) { s.CrashUntil++ },
}

// What a certificate says of links and nodes is written in one way, and names nodes.
func TestLimitsAreWrittenInOneWay(t *testing.T) {
	s := newSample(t, "delivery/ack", load(t, "delivery/ack"), verify.Options{
		Spec: failure.Spec{EOT: 5, EFF: 3, Crashes: 1, Delay: 1, Lossy: "a->b,b->*", Crashable: "a,b"}, Nodes: []string{"a", "b", "c"},
	})
	for _, change := range []func(s *failure.Spec){
		func(s *failure.Spec) { s.Lossy = "b->*,a->b" },
		func(s *failure.Spec) { s.Lossy = "a->b,a->b,b->*" },
		func(s *failure.Spec) { s.Lossy = "a->b, b->*" },
		func(s *failure.Spec) { s.Lossy = "a" },
		func(s *failure.Spec) { s.Lossy = "a->d,b->*" },
		func(s *failure.Spec) { s.Crashable = "b,a" },
		func(s *failure.Spec) { s.Crashable = "a,b," },
		func(s *failure.Spec) { s.Crashable = "a,d" },
		func(s *failure.Spec) { s.CrashUntil = -1 },
		func(s *failure.Spec) { s.Delay = -1 },
		func(s *failure.Spec) { s.Restarts = 2 },
		func(s *failure.Spec) { s.MaxFaults = -1 },
	} {
		c := *s.certificate
		change(&c.Spec)
		if _, err := certify.Parse(c.Bytes()); err == nil {
			t.Errorf("%v is read", c.Spec)
		}
	}
}

// The version is the first one that can say what the certificate says: there is one way to write it.
func TestVersions(t *testing.T) {
	p := load(t, "delivery/ack")
	for version, spec := range map[string]failure.Spec{
		"1": {EOT: 5, EFF: 3, Crashes: 1}, "2": {EOT: 5, EFF: 3, Crashes: 1, Delay: 1},
	} {
		s := newSample(t, "delivery/ack", p, verify.Options{Spec: spec, Nodes: []string{"a", "b", "c"}})
		file := string(s.certificate.Bytes())
		first := "molly certificate " + version + "\n"
		if !strings.HasPrefix(file, first) {
			t.Errorf("%v is written as %.20q", spec, file)
		}
		other := "molly certificate " + map[string]string{"1": "2", "2": "1"}[version] + "\n"
		if s.check([]byte(other+strings.TrimPrefix(file, first))) == "" {
			t.Errorf("%v is read as the other version", spec)
		}
	}
}

// A certificate under a wide specification answers what it covers: then a search has the same verdict.
func TestWideAnswers(t *testing.T) {
	n := 60
	if testing.Short() {
		n = 20
	}
	answers := map[string]int{}
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(seed, 34))
		task := randprog.NewTask(r, randprog.Options{}, 700)
		p := parse(t, task.Source)
		spec := certify.WideSpec(r, task.Nodes, nil, 3000)
		s := newSample(t, task.String(), p, verify.Options{Spec: spec, Nodes: task.Nodes})
		if s == nil {
			continue
		}
		for range 40 {
			q := s.certificate.Question
			for _, change := range changes {
				if r.IntN(4) == 0 {
					change(&q.Spec)
				}
			}
			q.Spec.EFF = max(0, q.Spec.EFF-r.IntN(3))
			q.Spec.Crashes = r.IntN(len(q.Nodes) + 1)
			q.Spec.Restarts = min(q.Spec.Restarts, q.Spec.Crashes)
			if s.certificate.Answers(&q) != nil || q.Spec.Scenarios(q.Nodes).BitLen() > 9 {
				continue
			}
			answers[s.certificate.Verdict]++
			if violates(t, s, &q) != (s.certificate.Verdict == certify.Counterexample) {
				t.Errorf("seed %d: the certificate says %s under %v, which is wrong under %v\n%s", seed, s.certificate.Verdict, s.certificate.Spec, q.Spec, task)
			}
		}
	}
	t.Log(answers)
	if answers[certify.Certified] < n || answers[certify.Counterexample] < n {
		t.Error("that is too few")
	}
}
