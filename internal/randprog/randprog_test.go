package randprog

import (
	"flag"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"molly/datalog/naive"
	"molly/dedalus"
	"molly/failure"
)

// The shares of verdicts are measured on few small tasks, unless asked otherwise.
var (
	tasks = flag.Int("tasks", 150, "how many tasks to search exhaustively for the shares of verdicts")
	limit = flag.Int64("limit", 120, "how many scenarios they have at most")
)

func seeded(n uint64) *rand.Rand { return rand.New(rand.NewPCG(n, 0)) }

// Every program passes the checks, with any options, and has what the options allow.
func TestProgramsPassTheChecks(t *testing.T) {
	without := map[string]Options{
		"":                             {},
		"large number":                 {NoOverflow: true},
		"arithmetic in a head":         {NoArithmetic: true},
		"count":                        {NoAggregates: true},
		"sum":                          {NoSum: true},
		"crash":                        {NoCrash: true},
		"absolute time":                {NoAbsoluteTimes: true},
		"several places":               {NoSeveralPlaces: true},
		"persistent rule":              {WithInvariant: true},
		"aggregate decides":            {NoAggregates: true, Kind: Pure, MaxRules: 6},
		"double recursion":             {MaxRules: 5, Kind: Protocol},
		"division by what may be zero": {NoArithmetic: true, Nodes: 4},
	}
	for absent, o := range without {
		for i := range uint64(120) {
			src := Program(seeded(i), o)
			p, diagnostics := dedalus.ParseString("random.ded", src)
			if diagnostics.HasErrors() {
				t.Fatalf("%+v: %v\n%s", o, diagnostics.Errors(), src)
			}
			if features(p.Datalog())[absent] && absent != "double recursion" {
				t.Errorf("%+v: it has %s\n%s", o, absent, src)
			}
			if n := len(p.Datalog().Rules); n > o.maxRules() {
				t.Errorf("%+v: %d rules\n%s", o, n, src)
			}
			if src != Program(seeded(i), o) {
				t.Fatalf("%+v: seed %d gives two programs", o, i)
			}
		}
	}
}

// The least shares, in percent, of programs that have a feature. What is rarer than
// these does not test anything.
var leastShares = map[string]float64{
	"deductive": 90, "next": 90, "async": 90, "atom": 95,
	"recursion": 10, "double recursion": 3, "mutual recursion": 5, "recursion fed by messages": 6,
	"negated atom": 60, "negated constant": 10, "negated wildcard": 30, "negated computed column": 2,
	"constant": 20, "wildcard": 40, "comparison": 40,
	"count": 25, "sum": 3, "min": 5, "max": 5, "several aggregates": 3,
	"aggregate": 15, "aggregate@next": 5, "aggregate@async": 10, "aggregate decides": 25,
	"arithmetic in a head": 8, "computed column": 3, "division by what may be zero": 4, "large number": 0.5,
	"equality binds": 10, "chain of equalities": 3,
	"absolute time": 15, "negated absolute time": 3,
	"crash": 8, "negated crash": 15, "crash in the protocol": 4, "time of a crash": 2,
	"message to oneself": 4, "constant receiver": 8, "places that are no nodes": 10,
	"several places": 3, "observer of several places": 20, "persistent rule": 8, "no positive atom": 0.5,
}

func TestFeatures(t *testing.T) {
	const n = 400
	count := map[string]int{}
	r := seeded(1)
	for range n {
		for name, has := range features(NewTask(r, Options{}, 700).Program) {
			if has {
				count[name]++
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(leastShares)) {
		share := 100 * float64(count[name]) / n
		t.Logf("%5.1f %% %s", share, name)
		if share < leastShares[name] {
			t.Errorf("only %.1f %% of the programs have: %s", share, name)
		}
	}
}

// verdict is what exhaustive search says of a task.
type verdict struct {
	overflows, violated, vacuous bool
	faults                       int // of a violating scenario: 0 or 1 where so few are enough
}

func search(t *testing.T, task Task) verdict {
	free := run(t, task, nil)
	few := []failure.Scenario{nil}
	for s := range task.Spec.Each(task.Nodes) {
		if len(s) == 1 {
			few = append(few, s)
		}
	}
	for _, scenarios := range []iter.Seq[failure.Scenario]{slices.Values(few), task.Spec.Each(task.Nodes)} {
		for s := range scenarios {
			result := run(t, task, s)
			if len(result.Overflows) > 0 {
				return verdict{overflows: true}
			}
			if result.Breaks(task.Program, free) {
				return verdict{violated: true, faults: len(s)}
			}
		}
	}
	return verdict{vacuous: len(free.Outcomes(task.Program)) == 0}
}

func run(t *testing.T, task Task, s failure.Scenario) *naive.Result {
	r, err := naive.Run(task.Program, task.Nodes, task.Spec, s)
	if err != nil {
		t.Fatalf("%v\n%v", err, task)
	}
	return r
}

// Enough tasks have a violation, enough hold and say something, and few are wrong
// without any fault.
func TestShares(t *testing.T) {
	var violated, held, vacuous, overflows int
	faults := map[int]int{}
	r := seeded(2)
	for range *tasks {
		switch v := search(t, NewTask(r, Options{}, *limit)); {
		case v.overflows:
			overflows++
		case v.violated:
			violated++
			faults[v.faults]++
		case v.vacuous:
			vacuous++
		default:
			held++
		}
	}
	t.Logf("of %d: %d violated (by number of faults: %v), %d held, %d held vacuously, %d overflow",
		*tasks, violated, faults, held, vacuous, overflows)
	for what, share := range map[string]int{"violated": violated, "held": held} {
		if 100*share < 40**tasks {
			t.Errorf("only %d of %d tasks %s", share, *tasks, what)
		}
	}
	if 100*faults[0] > 12*violated {
		t.Errorf("%d of %d violations need no fault", faults[0], violated)
	}
}

func TestScenariosAreAdmissible(t *testing.T) {
	r := seeded(3)
	nodes := []string{"a", "b", "c"}
	for range 500 {
		spec := Spec(r, 3, 700)
		if err := spec.Validate(3); err != nil || spec.Scenarios(make([]string, 3)).Int64() > 700 {
			t.Fatalf("%v: %v", spec, err)
		}
		if s := Scenario(r, spec, nodes); s.Admissible(spec, nodes) != nil {
			t.Errorf("%v: %v", spec, s.Admissible(spec, nodes))
		}
	}
}
