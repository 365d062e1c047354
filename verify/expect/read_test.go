package expect_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"molly/dedalus"
	"molly/verify/expect"
)

// A file is read from the disk, else from the library; one that expects nothing is none;
// one that cannot be a program has errors.
func TestRead(t *testing.T) {
	const line = "// molly: eot=4 eff=2 nodes=a,b\n// expect: → certified\n"
	library := fstest.MapFS{
		"lib/one.ded":   {Data: []byte(line + program)},
		"lib/none.ded":  {Data: []byte(program)},
		"lib/wrong.ded": {Data: []byte(line + "p(X) :- ;")},
	}
	l := dedalus.Loader{Library: library}
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, c := range []struct {
		name                 string
		none                 bool
		program              bool
		expectations, errors int
	}{
		{write("two.ded", line+line+program), false, true, 2, 0},
		{write("none.ded", program), true, false, 0, 0},
		{write("wrong.ded", line+"p(X) :- ;"), false, false, 0, 1},
		{write("bytes.ded", "\xff\xfe"), false, false, 0, 1},
		{write("malformed.ded", line+"// expect: what → certified\n"+program), false, true, 1, 1},
		{"lib/one.ded", false, true, 1, 0},
		{"lib/none.ded", true, false, 0, 0},
		{"lib/wrong.ded", false, false, 0, 1},
	} {
		f, err := expect.Read(l, c.name)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if c.none != (f == nil) {
			t.Errorf("%s: %+v", c.name, f)
		}
		if f == nil {
			continue
		}
		if f.Name != c.name || (f.Program != nil) != c.program || len(f.Expectations) != c.expectations || len(f.Errors) < c.errors || c.errors == 0 && len(f.Errors) > 0 {
			t.Errorf("%s: %+v", c.name, f)
		}
	}
	for _, l := range []dedalus.Loader{l, {}} {
		if f, err := expect.Read(l, filepath.Join(dir, "missing.ded")); f != nil || !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a file that is not there: %+v, %v", f, err)
		}
		if f, err := expect.ReadShipped(l, "lib/missing.ded"); f != nil || !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("what is not in the library: %+v, %v", f, err)
		}
	}
}

// A result holds where nothing differs and nothing went wrong.
func TestHolds(t *testing.T) {
	for _, c := range []struct {
		result expect.Result
		holds  bool
	}{
		{expect.Result{}, true}, {expect.Result{Difference: "certified"}, false}, {expect.Result{Err: errors.New("no")}, false},
		{expect.Result{Difference: "certified", Err: errors.New("no")}, false},
	} {
		if c.result.Holds() != c.holds {
			t.Errorf("%+v holds: %v", c.result, !c.holds)
		}
	}
}

// What stands after a verdict must be a fault.
func TestNoFaults(t *testing.T) {
	for line, want := range map[string]string{
		"// expect: eot=4 eff=2 → counterexample lose=a:b:1": "lose=a:b:1 is not a fault",
		"// expect: eot=4 eff=2 → counterexample a":          "a is not a fault",
		"// expect: eot=4 eff=2 → certified omit=a:b:1":      "a certified result has no faults",
		"// expect: eot=4 eff=2 → certified now":             "now is not a fault",
	} {
		list, found := parse(t, line)
		if len(list) != 0 || len(found) != 1 || !strings.Contains(found[0].Message, want) {
			t.Errorf("%s: %v, %v", line, list, found)
		}
	}
}
