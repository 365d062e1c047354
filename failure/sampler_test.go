package failure

import (
	"fmt"
	"math"
	"testing"
)

// distribution is what Sampler documents, as the probability of each set of faults: crashes
// uniform in number, nodes and times; none, one or two omissions drawn with repetition;
// the empty set is drawn again. The sets are not in normal form yet.
func distribution(spec Spec, nodes []string) map[string]float64 {
	p := map[string]float64{}
	var omissions, crashes []Fault
	for _, f := range spec.Faults(nodes) {
		if f.Kind == Omission {
			omissions = append(omissions, f)
		} else {
			crashes = append(crashes, f)
		}
	}
	// sets lists the sets of k crashes of different nodes.
	var sets func(k, from int) [][]Fault
	sets = func(k, from int) [][]Fault {
		if k == 0 {
			return [][]Fault{nil}
		}
		var list [][]Fault
		for i := from; i < len(crashes); i++ {
			for _, rest := range sets(k-1, i+1) {
				again := false
				for _, f := range rest {
					again = again || f.Node == crashes[i].Node
				}
				if !again {
					list = append(list, append([]Fault{crashes[i]}, rest...))
				}
			}
		}
		return list
	}
	for k := 0; k <= spec.Crashes; k++ {
		list := sets(k, 0)
		for _, c := range list {
			share := 1 / float64(spec.Crashes+1) / float64(len(list))
			add := func(share float64, more ...Fault) {
				p[NewScenario(append(more, c...)...).String()] += share
			}
			if len(omissions) == 0 {
				add(share)
				continue
			}
			add(share / 3)
			for _, f := range omissions {
				add(share/3/float64(len(omissions)), f)
				for _, g := range omissions {
					add(share/3/float64(len(omissions)*len(omissions)), f, g)
				}
			}
		}
	}
	empty := Scenario(nil).String()
	if p[empty] < 1 {
		none := p[empty]
		delete(p, empty)
		for s := range p {
			p[s] /= 1 - none
		}
	}
	return p
}

// What a sampler draws has the distribution that it documents: each scenario as often as it
// should come, within five standard deviations, and no other.
func TestSamplerDistribution(t *testing.T) {
	nodes := []string{"a", "b", "c"}
	for _, spec := range []Spec{
		{EOT: 3, EFF: 2}, {EOT: 2, EFF: 2, Crashes: 1}, {EOT: 3, EFF: 0, Crashes: 3}, {EOT: 2, EFF: 2, Crashes: 2}, {EOT: 4, EFF: 1},
	} {
		want := distribution(spec, nodes)
		sum := 0.0
		for _, p := range want {
			sum += p
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Fatalf("%v: the probabilities add up to %v", spec, sum)
		}
		const n = 60000
		got := map[string]int{}
		sampler := NewSampler(spec, nodes, 7)
		for range n {
			sc := sampler.Draw()
			if err := sc.Admissible(spec, nodes); err != nil {
				t.Fatalf("%v: %v", spec, err)
			}
			got[sc.String()]++
		}
		for s, k := range got {
			if want[s] == 0 {
				t.Errorf("%v: %s is drawn %d times", spec, s, k)
			}
		}
		for s, p := range want {
			if deviation := math.Abs(float64(got[s]) - n*p); deviation > 5*math.Sqrt(n*p*(1-p))+1e-6 {
				t.Errorf("%v: %s is drawn %d times, %.0f are expected", spec, s, got[s], n*p)
			}
		}
		t.Logf("%v: %d scenarios", spec, len(want))
	}
	// A seed stands for its scenarios.
	first := func(seed uint64) string {
		s := NewSampler(Spec{EOT: 4, EFF: 4, Crashes: 2}, nodes, seed)
		text := ""
		for range 5 {
			text += fmt.Sprint(s.Draw())
		}
		return text
	}
	if one, again := first(1), first(1); one != again || one == first(2) {
		t.Error("the seed does not decide what is drawn")
	}
}
