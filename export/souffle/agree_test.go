package souffle

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"molly/datalog"
	"molly/datalog/naive"
	"molly/dedalus"
	"molly/failure"
	"molly/internal/clingo"
	"molly/internal/randprog"
	"molly/verify"
)

var programs = flag.Int("programs", 120, "how many random programs of each kind to compare")

// The text is Soufflé's. Where Soufflé is not installed, clingo reads it in translation,
// so that what the rules mean is tested all the same.

func parse(t *testing.T, src string) *datalog.Program {
	t.Helper()
	parsed, diagnostics := dedalus.ParseString("odd.ded", src)
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	return parsed.Datalog()
}

var (
	helper   = regexp.MustCompile(`\b([A-Z]\w*)\(`)
	notin    = regexp.MustCompile(`!(\w)`)
	divisor  = regexp.MustCompile(`\((\w+) \+ \(lnot \w+\)\)`)
	quotient = regexp.MustCompile(`= (\(-\d+\)|\w+) / (\(-\d+\)|\w+)`)
	rest     = regexp.MustCompile(`= (\(-\d+\)|\w+) % (\(-\d+\)|\w+)`)
	count    = regexp.MustCompile(`= count : \{ (\w+\(.*?(\w+)\)) \}`)
	extreme  = regexp.MustCompile(`= (min|max) (\w+) : \{ (.*?) \}`)
	sum      = regexp.MustCompile(`= sum (\w+) : \{ (\w+\((.*?)\).*?) \}`)
	output   = regexp.MustCompile(`^\.output (\w+)$`)
)

// translated writes a program for Soufflé as one for clingo.
func translated(text string, shown map[string]int) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if m := output.FindStringSubmatch(line); m != nil {
			if columns, ok := shown[m[1]]; ok {
				fmt.Fprintf(&b, "#show %s/%d.\n", m[1], columns)
			}
			continue
		}
		if line == "" || strings.HasPrefix(line, "//") || strings.HasPrefix(line, ".") {
			continue
		}
		line = helper.ReplaceAllString(line, "h$1(")
		line = notin.ReplaceAllString(line, "not $1")
		line = divisor.ReplaceAllString(line, "$1")
		line = quotient.ReplaceAllString(line, `= (($1?1)/|$1?1|)*(($2?1)/|$2?1|)*(|$1|/|$2|)`)
		line = rest.ReplaceAllString(line, `= (($1?1)/|$1?1|)*(|$1|\|$2|)`)
		line = count.ReplaceAllString(line, "= #count { $2 : $1 }")
		line = extreme.ReplaceAllString(line, "= #$1 { $2 : $3 }")
		line = sum.ReplaceAllString(line, "= #sum { $1,$3 : $2 }")
		b.WriteString(line + "\n")
	}
	return b.String()
}

// wanted lists what the reference derives, as atoms.
func wanted(x Execution, run *naive.Result) []string {
	var list []string
	for _, tuple := range run.Tuples {
		args := make([]string, 0, len(tuple.Args)+1)
		for _, v := range tuple.Args {
			args = append(args, value(v))
		}
		if tuple.Time > 0 {
			args = append(args, fmt.Sprint(tuple.Time))
		}
		list = append(list, fmt.Sprintf("%s(%s)", relation(x.Program.Relations[tuple.Relation].Name), strings.Join(args, ",")))
	}
	slices.Sort(list)
	return list
}

// compare holds what an engine derives from the text against the reference.
func compare(t *testing.T, x Execution) string {
	t.Helper()
	run, err := naive.Run(x.Program, x.Nodes, x.Spec, x.Scenario)
	if err != nil {
		t.Skip(err)
	}
	text := x.Text()
	want := wanted(x, run)
	got := derived(t, x, text)
	slices.Sort(got)
	diff := ""
	for _, a := range got {
		if !slices.Contains(want, a) {
			diff += "derived " + a + "\n"
		}
	}
	for _, a := range want {
		if !slices.Contains(got, a) {
			diff += "not derived " + a + "\n"
		}
	}
	if diff != "" {
		return fmt.Sprintf("%s%s", diff, text)
	}
	return ""
}

// derived asks Soufflé, or else clingo.
func derived(t *testing.T, x Execution, text string) []string {
	if path, err := exec.LookPath("souffle"); err == nil {
		return bySouffle(t, path, x, text)
	}
	shown := map[string]int{}
	for id, r := range x.Program.Relations {
		shown[relation(r.Name)] = r.Arity() + 1
		if rel := datalog.RelID(id); rel == x.Program.Crash || rel == x.Program.Outage {
			shown[r.Name]--
		}
	}
	translation := "#show.\n" + translated(text, shown)
	printed := string(clingo.Run(t, translation, "--warn=none"))
	_, answer, found := strings.Cut(printed, "\nAnswer: 1")
	if !found {
		t.Fatalf("clingo has no answer\n%s\n%s", printed, translation)
	}
	return strings.Fields(strings.Split(answer, "\n")[1])
}

// bySouffle runs Soufflé and reads the files that it writes.
func bySouffle(t *testing.T, path string, x Execution, text string) []string {
	folder := t.TempDir()
	file := filepath.Join(folder, "run.dl")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), path, "-D", folder, file).CombinedOutput()
	if err != nil || strings.Contains(string(out), "Warning") {
		t.Fatalf("souffle: %v\n%s\n%s", err, out, text)
	}
	var list []string
	for id, r := range x.Program.Relations {
		types := append(slices.Clone(r.Types), datalog.Integer)
		if rel := datalog.RelID(id); rel == x.Program.Crash || rel == x.Program.Outage {
			types = r.Types
		}
		rows, err := os.ReadFile(filepath.Join(folder, relation(r.Name)+".csv"))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(rows)) {
			fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
			for i := range fields {
				if types[i] != datalog.Integer {
					fields[i] = datalog.String(fields[i]).String()
				}
			}
			list = append(list, fmt.Sprintf("%s(%s)", relation(r.Name), strings.Join(fields, ",")))
		}
	}
	return list
}

// What the text derives is what the reference derives, on random programs.
func TestAgreesOnRandomPrograms(t *testing.T) { agrees(t, randprog.Options{NoOverflow: true}, 700) }

// The same where messages may be late or come twice, nodes are down, and inputs are open.
func TestAgreesWide(t *testing.T) {
	agrees(t, randprog.Options{NoOverflow: true, Wide: true}, 1_000_000)
}

func agrees(t *testing.T, o randprog.Options, limit int64) {
	t.Helper()
	compared, faulty := 0, 0
	for s := range uint64(*programs) {
		r := rand.New(rand.NewPCG(s, 78))
		task := randprog.NewTask(r, o, limit)
		x := Execution{Program: task.Program, Nodes: task.Nodes, Spec: task.Spec, Scenario: randprog.Scenario(r, task.Spec, task.Nodes)}
		o := verify.Options{Spec: x.Spec, Nodes: x.Nodes}
		if err := verify.Fit32Run(context.Background(), x.Program, o, x.Scenario); err != nil {
			continue
		}
		if diff := compare(t, x); diff != "" {
			t.Fatalf("seed %d: %v\n%s\n%s", s, x.Scenario, task, diff)
		}
		compared++
		if len(x.Scenario) > 0 {
			faulty++
		}
	}
	t.Logf("%d programs compared, %d with faults", compared, faulty)
	if 6*compared < 5**programs || 12*faulty < 5**programs {
		t.Error("that is too few")
	}
}

// Small programs for what random ones reach seldom.
func TestOddPrograms(t *testing.T) {
	for _, c := range []struct{ name, src string }{
		{"names", `
			P("a", 1)@1; _p("a", 2)@1; p.x?("a", 3)@1; t1_p("a", 4)@1; r_p("a", 5)@1; count("a", 6)@1; min("a", 7)@1; range("a", 8)@1; time("a", 9)@1; node("a", 10)@1; input("a", 11)@1; fired1("a", 1)@1; clock_("a", 2)@1;
			q(n, x, x_, X, _x, x.y, x?y) :- P(n, x), _p(n, x_), p.x?(n, X), t1_p(n, _x), r_p(n, x.y), count(n, x?y); r(max, min + 1)@next :- min(max, min), range(max, _), time(max, _), node(max, _), input(max, _), fired1(max, _), clock_(max, _);`},
		{"order", `
			w("a", "b", "aa")@1; w("a", "B", "é")@1; w("a", "z", "é")@1; w("a", "aa", "b")@1; w("a", "a", "a")@1; w("b", "zz", "x")@1; lt(N, X) :- w(N, X, Y), X < Y; ge(N, X) :- w(N, X, _), X >= "aa"; const(N) :- w(N, _, _), "b" < "aa";
			lo(N, min<X>, max<Y>, count<X>) :- w(N, X, Y); lo2(M, min<X>)@async :- w(N, X, _), M == "b", N < M; same(N, X, min<X>, count<X>) :- w(N, X, _);`},
		{"arithmetic", `
			n("a", -7)@1; n("a", 7)@1; n("a", 0)@1; n("a", -1)@1; n("a", 2)@1; n("a", 2147483647)@1; n("a", -2147483647)@1; q(N, X, Y, X / Y, X % Y) :- n(N, X), n(N, Y); c(N, X / 3, X / -3, X % 3, X % -3, -7 / 2, -7 % 2) :- n(N, X);
			d(N, 7 / X, -7 % X) :- n(N, X); z(N, X) :- n(N, X), X / 0 == 1; z(N, X) :- n(N, X), notin n(N, X % 0); z2(N, X) :- n(N, X), notin n(N, 4 / X); n(N, X / 2)@next :- n(N, X), X < 100, X > -100; s(N, X - -1, X * -1) :- n(N, X), X < 9, X > -9;`},
		{"times", `
			z("a", 1)@1; z("a", 9)@3; z("b", 9)@9; z(N, X)@next :- z(N, X), X < 3; t(N, X) :- z(N, X)@3; u(N, X) :- z(N, X), notin z(N, X)@3; w(N, X) :- z(N, X)@2, notin t(N, _)@4; y(N) :- z(N, _)@9; x(N) :- z(N, _), notin z(N, _)@9; one("here") :- notin z("a", _)@3; two(X) :- X == "here", notin z("a", _)@2; self(N) :- z(N, _), notin self2(N)@2; self2(N) :- z(N, _)@2;`},
		{"crashes and messages", `
			p("a")@1; p("b")@1; p("zz")@1; p(N)@next :- p(N); seen(O, N, K) :- p(O), crash(O, N, K); at3(O, N) :- p(O), crash(O, N, _)@3, p(N); not3(O) :- p(O), notin crash(O, _, _)@3; m("b", N)@async :- p(N); m(N, N)@async :- p(N); m("zz", N)@async :- p(N); num(7, N)@async :- p(N); cnt(N, count<K>) :- crash(N, _, K); notin1(N) :- p(N), notin never(N, _);`},
		{"aggregates", `
			w("a", "x", 2)@1; w("a", "y", 2)@1; w("a", "z", -4)@1; w("b", "u", 7)@1; to("a", "b")@1; to("b", "a")@1; to("a", "a")@1; to(N, M)@next :- to(N, M); w(M, X, K)@async :- w(N, X, K), to(N, M), X != "y"; tot(N, sum<K>) :- w(N, _, K); all(N, sum<K>, count<X>, max<X>) :- w(N, X, K), w(N, _, _);
			votes(M, count<N>, sum<K>)@async :- w(N, _, K), to(N, M); const("g", 1, count<X>) :- w(_, X, _); same(N, K, count<K>, sum<K>) :- w(N, _, K); comp(N, K * 2, count<X>) :- w(N, X, K); few(N) :- tot(N, S), S < 2; w(N, "t", S)@next :- tot(N, S), S > 0, S < 9;`},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := Execution{Program: parse(t, c.src), Nodes: []string{"a", "b"}, Spec: failure.Spec{EOT: 4, EFF: 3, Crashes: 1}}
			for _, x.Scenario = range []failure.Scenario{
				nil,
				failure.NewScenario(failure.Omit("a", "b", 1)),
				failure.NewScenario(failure.CrashAt("a", 2), failure.Omit("b", "a", 2)),
			} {
				if diff := compare(t, x); diff != "" {
					t.Fatal(diff)
				}
			}
		})
	}
}

// The same where messages are late or come twice and nodes are down.
func TestOddWidePrograms(t *testing.T) {
	for _, c := range []struct{ name, src string }{
		{"what is kept, and where rules run", `
			stable disk, seen; cmd("a", 1)@1; cmd("a", 2)@3; may cmd("b", 7)@2..3; to("a", "b")@1..; to("b", "a")@2..4; disk(N, X)@next :- cmd(N, X); disk(N, X)@next :- disk(N, X), X < 2; disk(M, X)@next :- cmd(N, X), to(N, M); ram(N, X)@next :- disk(N, X);
			seen(N, X) :- disk(N, X), boot(N); seen(M, X) :- ram(N, X), to(N, M); seen("b", X)@next :- cmd(_, X); echo(M, X)@async :- seen(N, X), to(N, M); watched(N, X) :- disk(N, X), disk(M, X), M != N; one("a") :- 1 == 1; two(N, X)@next :- echo(N, X); q("b", X)@next :- ram(_, X); r("a", X)@next :- r(_, X), q("b", X);
			w(O, N, K, U) :- to(O, _), outage(O, N, K, U); n(N, T)@next :- now(N, T), member(N, N); never(N) :- one(N), notin outage(_, _, 1, _);`},
		{"groups of what arrives together", `
			p("a", "x", 2)@1; p("a", "y", 2)@2; p("a", "z", -4)@2; p(N, X, K)@next :- p(N, X, K); sums("b", sum<K>, count<X>, min<X>, max<K>)@async :- p(N, X, K), N == "a"; n(M, count<X>)@async :- p(N, X, _), member(N, M);
			all(M, sum<T>)@async :- now(N, T), member(N, M), p(N, _, _); odd(M, X)@async :- p(N, X, _), member(N, M), notin odd("a", X); num(7, N)@async :- p(N, _, _); back(N, min<X>, sum<K>)@async :- p(N, X, _), p(_, X, K);`},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := Execution{Program: parse(t, c.src), Nodes: []string{"a", "b"}, Spec: failure.Spec{EOT: 6, EFF: 5, Crashes: 2, Restarts: 2, Delay: 2, Twice: true, FIFO: true}}
			late := []failure.Fault{failure.LateBy("a", "b", 1, 2), failure.TwiceBy("a", "b", 2, 1), failure.Omit("b", "a", 2)}
			for _, x.Scenario = range []failure.Scenario{
				nil,
				failure.NewScenario(late...),
				failure.NewScenario(append(late, failure.OutageOf("b", 2, 4), failure.CrashAt("a", 4))...),
				failure.NewScenario(append(late, failure.OutageOf("a", 3, 5), failure.OutageOf("b", 1, 5))...),
			} {
				if in := x.Program.Inputs; len(in) > 0 && len(x.Scenario) > 0 {
					x.Scenario = failure.NewScenario(append(x.Scenario, failure.Choose(x.Program.Choices().List()[0].Tuple, 1, 2))...)
				}
				if diff := compare(t, x); diff != "" {
					t.Fatal(diff)
				}
			}
		})
	}
}
