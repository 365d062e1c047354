package randprog

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// NewSymmetricTask is NewTask for programs that are the same under some permutation of
// their nodes: with each clause, the programs have its images.
func NewSymmetricTask(r *rand.Rand, o Options, limit int64) Task {
	for {
		src := Symmetric(r, Program(r, o))
		p, ok := Parse(src)
		if !ok && o.Wide {
			continue // the images of two inputs are the same tuple
		}
		if !ok {
			panic(fmt.Sprintf("randprog: a symmetric program does not pass the checks:\n%s", src))
		}
		nodes := p.Places()
		t := Task{src, p, nodes, o.spec(r, p, nodes, limit)}
		if t.taken(r) {
			return t
		}
	}
}

// Symmetric adds to a generated program the images of its clauses under a random
// permutation of the nodes a, b, c, …, again and again, until that adds nothing.
func Symmetric(r *rand.Rand, src string) string {
	nodes := []string{}
	for n := 'a'; strings.Contains(src, quote(string(n))); n++ {
		nodes = append(nodes, quote(string(n)))
	}
	images := slices.Clone(nodes)
	if k := r.IntN(3); k < 2 && len(nodes) > 2 { // two nodes, or all but one
		moved := images[k*(len(nodes)-2):]
		if k == 0 {
			moved = images[1:]
		}
		moved = append(moved[1:len(moved):len(moved)], moved[0])
		copy(images[len(images)-len(moved):], moved)
	} else {
		images = append(images[1:len(images):len(images)], images[0])
	}
	pairs := make([]string, 0, 2*len(nodes))
	for i := range nodes {
		pairs = append(pairs, nodes[i], images[i])
	}
	rename := strings.NewReplacer(pairs...)
	clauses := strings.Split(strings.TrimSpace(src), "\n")
	for i := 0; i < len(clauses); i++ {
		if image := rename.Replace(clauses[i]); !slices.Contains(clauses, image) {
			clauses = append(clauses, image)
		}
	}
	return strings.Join(clauses, "\n") + "\n"
}
