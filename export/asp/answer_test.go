package asp

import (
	"strings"
	"testing"

	"molly/datalog"
)

const finished = "\n\nModels       : 1+\nCalls        : 1\nTime         : 0.001s (Solving: 0.00s 1st Model: 0.00s Unsat: 0.00s)\nCPU Time     : 0.001s\n"

func TestReadScenario(t *testing.T) {
	const head = "clingo version 5.4.1\nReading from stdin\nSolving...\n"
	for _, c := range []struct{ output, want string }{
		{head + "Answer: 1\nomit(\"a\",\"b\",1) crash(\"c\",2)\nSATISFIABLE" + finished, "{O(a,b,1), C(c,2)}"},
		{head + "Answer: 1\n\nSATISFIABLE" + finished, "{}"},
		{head + "Answer: 1\ncrash(\"a\",1)\nAnswer: 2\ncrash(\"a\",2)\nSATISFIABLE" + finished, "{C(a,2)}"},
		{head + "Answer: 1 (Time: 0.003s)\r\ncrash(\"a\",1)\r\nSATISFIABLE\r\n", "{C(a,1)}"},
		{head + "Answer: 1\ncrash(\"a\",1)\nOptimization: 1\nOPTIMUM FOUND\n", "{C(a,1)}"},
		{head + "Answer: 1\ncrash(\"say \\\"hi\\\" \\\\ x\\ny\",1) omit(\"a) (\",\"\",2)\nSATISFIABLE\n", `{C("say \"hi\" \\ x\ny",1), O("a) (","",2)}`},
		{head + "Answer: 1\ntwice(\"a\",\"b\",1,2) late(\"a\",\"b\",1,3) outage(\"c\",2,4) input(1,\"p(\\\"a\\\", 7)\",2)\nSATISFIABLE" + finished, "{L(a,b,1,3), T(a,b,1,2), D(c,2,4), p(\"a\", 7)@2}"},
		{head + "Answer: 1\nlate(\"a\",\"b\",1)\nSATISFIABLE\n", "error: clingo's answer has late(\"a\",\"b\",1), which is no fault"},
		{head + "UNSATISFIABLE" + finished, "error: clingo says UNSATISFIABLE: there is no counterexample to run"},
		{head + "UNKNOWN" + finished, "error: clingo says UNKNOWN"},
		{head + "Answer: 1\ncrash(\"a\",1)\n", "error: clingo's output is incomplete"},
		{head + "Answer: 1\ncrash(\"a\",1) crash(\"b\"", "error: clingo's output is incomplete"},
		{head + "Answer: 1\ncrash(\"a\",1) crash(\"b\nSATISFIABLE\n", "error: clingo's answer cannot be read: it ends in the middle"},
		{head + "Answer: 1\ncrash(\"a\",99999999999)\nSATISFIABLE\n", "error: clingo's answer cannot be read: unexpected \"99999999999)\""},
		{head + "Answer: 1\ncrash(\"a\"(1))\nSATISFIABLE\n", "error: clingo's answer cannot be read: unexpected \"(1))\""},
		{head + "Answer: 1\ncrash(\"a\",\"b\")\nSATISFIABLE\n", "error: clingo's answer has crash(\"a\",\"b\"), which is no fault"},
		{head + "Answer: 1\nbroken\nSATISFIABLE\n", "error: clingo's answer has broken"},
		{head + "Answer: 1\n(1)\nSATISFIABLE\n", "error: clingo's answer cannot be read"},
		{head + "SATISFIABLE\n", "error: clingo says SATISFIABLE but shows no answer"},
		{"", "error: clingo's output is empty"},
		{" \n", "error: clingo's output is empty"},
		{"{O(a,b,1)}\n", "error: clingo's output is incomplete: invalid character"},
		{"certified: no admissible faults\n", "error: clingo's output is incomplete"},
		{`{"Solver": "clingo version 5.4.1", "Call": [{"Witnesses": [{"Value": ["crash(\"a\",1)"]}, {"Value": ["omit(\"a\",\"b\",1)", "crash(\"b\",3)"]}]}], "Result": "SATISFIABLE"}`, "{O(a,b,1), C(b,3)}"},
		{`{"Call": [{}], "Result": "UNSATISFIABLE"}`, "error: clingo says UNSATISFIABLE"},
		{`{"Call": [{"Witnesses": [{"Value": []}]}], "Result": "SATISFIABLE"}`, "{}"},
		{`{"Call": [{"Witnesses": [{"Value": ["cra`, "error: clingo's output is incomplete: unexpected end"},
		{`{"verdict": "certified"}`, "error: clingo's output is incomplete: no line says"},
	} {
		sc, err := ReadScenario([]byte(c.output))
		got := sc.String()
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != c.want && (err == nil || !strings.HasPrefix(got, c.want)) {
			t.Errorf("%q: got %s, want %s", c.output, got, c.want)
		}
	}
}

// An output that is cut anywhere is refused, unless it is only the statistics that are
// missing.
func TestReadCutOutput(t *testing.T) {
	output := "clingo version 5.4.1\nReading from stdin\nSolving...\nAnswer: 1\nomit(\"a\",\"b\",1) crash(\"c\",12)\nSATISFIABLE" + finished
	whole := strings.Index(output, "SATISFIABLE") + len("SATISFIABLE")
	for n := range output {
		sc, err := ReadScenario([]byte(output[:n]))
		if n < whole && err == nil || n >= whole && sc.String() != "{O(a,b,1), C(c,12)}" {
			t.Errorf("cut at %d: %v, %v", n, sc, err)
		}
	}
}

// Clingo's integers have 32 bits: another number is none of its answers.
func TestReadIntegers(t *testing.T) {
	for _, text := range []string{"p(2147483647)", "p(-2147483648)"} {
		if atoms, err := parseAtoms(text); err != nil || len(atoms) != 1 || atoms[0].String() != text {
			t.Errorf("%s is read as %v, %v", text, atoms, err)
		}
	}
	for _, text := range []string{"p(2147483648)", "p(-2147483649)", "p(4294967296)"} {
		if atoms, err := parseAtoms(text); err == nil {
			t.Errorf("%s is read as %v", text, atoms)
		}
	}
}

// What is written is read back, whatever it holds.
func FuzzValues(f *testing.F) {
	for _, s := range []string{"", "\x00\x01\x02", "\\n\n\"", "a b),(c", "日本\xff"} {
		f.Add(s, int32(-7))
	}
	f.Fuzz(func(t *testing.T, s string, n int32) {
		a := atom{"p", []datalog.Value{datalog.String(s), datalog.Int(int64(n)), datalog.String(s + s)}}
		got, err := parseAtoms(a.String() + " q " + a.String())
		if err != nil || len(got) != 3 || got[0].String() != a.String() || got[2].args[0].Text() != s || got[0].args[2].Text() != s+s {
			t.Errorf("%q: %v, %v", s, got, err)
		}
		_, _ = parseAtoms(s) // no panic
	})
}

// Different names stay different.
func TestNames(t *testing.T) {
	seen := map[string]string{}
	for _, name := range []string{
		"p", "P", "p_", "_p", "p.", "p?", "p._", "p_d", "r_p", "r__p", "r_r_p", "not", "r_not", "omit", "crashed", "fired1", "fired", "fired1x", "at1_p", "at_p", "free_p", "freep", "x", "V_x", "V__x", "_x", "V_",
	} {
		for kind, mangled := range map[string]string{"relation": relation(name), "variable": variable(name)} {
			key := kind + " " + mangled
			if other, taken := seen[key]; taken {
				t.Errorf("%s and %s are both the %s", name, other, key)
			}
			seen[key] = name
		}
	}
	for name, want := range map[string]string{"log": "log", "not": "r_not", "p.x?": "r_p_dx_q", "Log": "r_Log", "node": "node", "free_log": "r_free__log"} {
		if got := relation(name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}
