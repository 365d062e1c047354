package symmetry

import (
	"math/rand/v2"
	"slices"
	"testing"

	"molly/datalog"
	"molly/datalog/naive"
	"molly/failure"
	"molly/internal/randprog"
)

// wide draws everything that may go wrong, with limits that may tell nodes apart.
func wide(r *rand.Rand) failure.Spec {
	s := failure.Spec{EOT: 5, EFF: 4, Crashes: 2, Delay: r.IntN(3), Twice: r.IntN(2) == 0, FIFO: r.IntN(2) == 0, Restarts: r.IntN(3)}
	s.Lossy = []failure.Links{"", "", "a->b,b->a", "*->a", "a->*,b->*"}[r.IntN(5)]
	s.Crashable = []failure.NodeSet{"", "", "a", "a,b"}[r.IntN(4)]
	return s
}

// widened makes facts of some relations and times lasting, or inputs, and relations stable: nodes that
// are alike stay alike, but for those that inputs name.
func widened(r *rand.Rand, p *datalog.Program) *datalog.Program {
	q := *p
	q.Facts = nil
	kind := map[[2]int]int{}
	for _, f := range p.Facts {
		key := [2]int{int(f.Relation), f.Time}
		if _, drawn := kind[key]; !drawn {
			kind[key] = r.IntN(8)
		}
		switch kind[key] {
		case 0, 1:
			q.Lasting = append(q.Lasting, f)
		case 2:
			if len(q.Inputs) < 2 {
				q.Inputs = append(q.Inputs, datalog.Input{Relation: f.Relation, Args: f.Args, Times: []int{f.Time}})
				continue
			}
			fallthrough
		default:
			q.Facts = append(q.Facts, f)
		}
	}
	for i, rel := range q.Relations {
		if id := datalog.RelID(i); rel.Name != "member" && id != q.Boot && id != q.Crash && r.IntN(3) == 0 {
			q.Stable = append(q.Stable, id)
		}
	}
	return &q
}

// Where everything may go wrong, symmetries map admissible scenarios to admissible ones, and runs to
// runs, and none is missed that maps the texts of the clauses and the limits to themselves.
func TestSymmetriesOfEverything(t *testing.T) {
	programs := 600
	if testing.Short() {
		programs = 200
	}
	symmetric, limited, open, late := 0, 0, 0, 0
	for seed := range uint64(programs) {
		r := rand.New(rand.NewPCG(seed, 23))
		src := randprog.Symmetric(r, randprog.Program(r, randprog.Options{Nodes: 2 + r.IntN(3), NoOverflow: true}))
		if r.IntN(2) == 0 {
			src += "greets(N, M)@async :- boot(N), member(N, M);\nsaid(N, M) :- greets(N, M), notin outage(N, M, _, _);\nwhen(N, T) :- now(N, T), boot(N);\n"
		}
		if r.IntN(8) == 0 {
			src += "least(N, min<M>) :- member(N, M);\n"
		}
		p := widened(r, parse(t, src))
		nodes := p.Places()
		spec := wide(r)
		if len(nodes) < 2 || spec.CheckNames(nodes) != nil {
			continue
		}
		spec.Inputs = p.Choices()
		g := Find(p, nodes, spec)
		found := elements(g)
		if len(found) > 1 {
			symmetric++
			if spec.Lossy != "" || spec.Crashable != "" {
				limited++
			}
			if spec.Inputs != nil {
				open++
			}
			late += len(p.Lasting)
		}
		number := map[string]int32{}
		for i, n := range g.nodes {
			number[n] = int32(i)
		}
		pinned, chosen := ordered(p, number), inInputs(p, number)
		for _, q := range permutations(g.nodes) {
			stays := sameText(src, q)
			for i, n := range g.nodes {
				stays = stays && (q.Of(n) == n || !pinned[i] && !chosen[i]) && spec.Crashable.Has(n) == spec.Crashable.Has(q.Of(n))
				for _, m := range g.nodes {
					stays = stays && (n == m || spec.Lossy.Has(n, m) == spec.Lossy.Has(q.Of(n), q.Of(m)))
				}
			}
			if stays && !slices.ContainsFunc(found, func(f Permutation) bool { return f.String() == q.String() }) {
				t.Fatalf("seed %d, %v: %v is not found\n%s", seed, spec, q, src)
			}
		}
		sampler := failure.NewSampler(spec, nodes, seed)
		for range 3 {
			sc := sampler.Draw()
			q := found[r.IntN(len(found))]
			run, err := naive.Run(p, nodes, spec, sc)
			if err != nil {
				continue // too large
			}
			renamed := sc.Rename(q.Of)
			if err := renamed.Admissible(spec, nodes); err != nil {
				t.Fatalf("seed %d, %v: %v maps %v to what is not admissible: %v\n%s", seed, spec, q, sc, err, src)
			}
			image, err := naive.Run(p, nodes, spec, renamed)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if !slices.Equal(tuples(run, q), tuples(image, nil)) {
				t.Fatalf("seed %d, %v: %v maps the run under %v to another than that under %v\n%s", seed, spec, q, sc, renamed, src)
			}
		}
	}
	t.Logf("%d symmetric, %d of them with limits, %d with inputs, %d lasting facts", symmetric, limited, open, late)
	if 3*symmetric < programs || limited < programs/20 || open < programs/100 || late < programs/20 {
		t.Error("too few programs are symmetric")
	}
}
