package expect_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"molly/datalog"
	"molly/dedalus"
	"molly/internal/shard"
	"molly/verify/expect"
)

// randomFiles are files with some expectations and errors.
func randomFiles(r *rand.Rand) (files []*expect.File, all []string) {
	for i := range r.IntN(8) + 1 {
		f := &expect.File{Name: fmt.Sprint(i, ".ded")}
		for j := range r.IntN(9) {
			e := expect.Expectation{Name: fmt.Sprint(j), Pos: datalog.Position{File: f.Name, Line: j + 1, Column: 1}}
			f.Expectations = append(f.Expectations, e)
		}
		if r.IntN(3) == 0 {
			f.Errors = dedalus.Diagnostics{dedalus.Warned("x", "wrong")}
		}
		if len(f.Expectations)+len(f.Errors) > 0 {
			files, all = append(files, f), append(all, units(f)...)
		}
	}
	return files, all
}

// units are what a file has for shards: its expectations, and that something is wrong with it.
func units(f *expect.File) (list []string) {
	if len(f.Errors) > 0 {
		list = append(list, f.Name+" errors")
	}
	for _, n := range f.Names() {
		list = append(list, f.Name+" "+n)
	}
	return list
}

// Shards are a partition, and about equal.
func TestShards(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 4))
		files, all := randomFiles(r)
		n := r.IntN(9) + 1
		var got []string
		smallest, largest := len(all), 0
		for k := 1; k <= n; k++ {
			s, err := shard.Parse(fmt.Sprintf("%d/%d", k, n))
			if err != nil {
				t.Fatal(err)
			}
			var mine []string
			for _, f := range expect.Take(s, files) {
				part := units(f)
				if len(part) == 0 {
					t.Errorf("seed %d: shard %v has nothing of %s", seed, s, f.Name)
				}
				mine = append(mine, part...)
			}
			got = append(got, mine...)
			smallest, largest = min(smallest, len(mine)), max(largest, len(mine))
		}
		slices.Sort(got)
		slices.Sort(all)
		if !slices.Equal(got, all) {
			t.Errorf("seed %d: %d shards of\n%v are\n%v", seed, n, all, got)
		}
		if largest > smallest+1 {
			t.Errorf("seed %d: shards of %d and of %d", seed, smallest, largest)
		}
		if whole := expect.Take(expect.Shard{}, files); !slices.Equal(whole, files) {
			t.Errorf("seed %d: no shard is a part", seed)
		}
	}
}

func TestParseShard(t *testing.T) {
	for text, ok := range map[string]bool{
		"1/1": true, "2/4": true, "4/4": true, "0/4": false, "5/4": false, "-1/4": false, "1/0": false, "0/0": false,
		"": false, "2": false, "2/": false, "/4": false, "a/b": false, "1/2/3": false, "1.5/2": false, " 1/2": false,
	} {
		s, err := shard.Parse(text)
		if (err == nil) != ok || ok && s.String() != text || !ok && s != (expect.Shard{}) {
			t.Errorf("%q: %+v, %v", text, s, err)
		}
	}
}
