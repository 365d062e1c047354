package cnf

import "molly/hazard/solver"

// counter counts true literals up to a bound, both of which can grow: a totalizer
// (Bailleux and Boufkhad, 2003) whose nodes have outputs only as far as they are
// used.
type counter struct {
	root *tally
}

// A tally counts the inputs below it.
//
// Invariant: output[j-1] is true when at least j of the inputs are; it may be true
// otherwise, too, so outputs must only be required to be false.
type tally struct {
	inputs      int
	left, right *tally // nil for a single input, which is then output[0]
	output      []solver.Literal
}

// gate makes variables and clauses.
type gate interface {
	NewVar() solver.Literal
	Add(clause ...solver.Literal)
}

// insert adds inputs. It does not keep the slice.
func (c *counter) insert(inputs []solver.Literal) {
	if len(inputs) > 0 {
		c.root = join(c.root, balanced(inputs))
	}
}

// atLeast returns a literal that is true when at least k ≥ 1 inputs are, or false
// when there are fewer than k inputs.
func (c *counter) atLeast(g gate, k int) (over solver.Literal, ok bool) {
	if c.root == nil || c.root.inputs < k {
		return 0, false
	}
	c.root.extend(g, k)
	return c.root.output[k-1], true
}

func balanced(inputs []solver.Literal) *tally {
	if len(inputs) == 1 {
		return &tally{inputs: 1, output: []solver.Literal{inputs[0]}}
	}
	half := len(inputs) / 2
	return join(balanced(inputs[:half]), balanced(inputs[half:]))
}

func join(left, right *tally) *tally {
	if left == nil {
		return right
	}
	return &tally{inputs: left.inputs + right.inputs, left: left, right: right}
}

// extend gives t the outputs up to k, as far as it has inputs.
func (t *tally) extend(g gate, k int) {
	k = min(k, t.inputs)
	if k <= len(t.output) {
		return
	}
	t.left.extend(g, k)
	t.right.extend(g, k)
	for sum := len(t.output) + 1; sum <= k; sum++ {
		out := g.NewVar()
		t.output = append(t.output, out)
		for i := max(0, sum-t.right.inputs); i <= min(sum, t.left.inputs); i++ {
			switch j := sum - i; {
			case i == 0:
				g.Add(-t.right.output[j-1], out)
			case j == 0:
				g.Add(-t.left.output[i-1], out)
			default:
				g.Add(-t.left.output[i-1], -t.right.output[j-1], out)
			}
		}
	}
}
