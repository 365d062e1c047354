package failure

import "slices"

// Choice is one thing that a program leaves open: a tuple that may be there at one of some times.
type Choice struct {
	Tuple string // such as `bcast("a", "x")`
	Times []int  // sorted
}

// Inputs is what a program leaves open, in the order of its source. It must not be changed. A nil
// *Inputs has none.
type Inputs struct{ list []Choice }

// NewInputs returns the inputs of a list; nil where it is empty.
func NewInputs(list []Choice) *Inputs {
	if len(list) == 0 {
		return nil
	}
	return &Inputs{slices.Clone(list)}
}

// List returns the inputs. The caller must not change them.
func (in *Inputs) List() []Choice {
	if in == nil {
		return nil
	}
	return in.list
}

// Until lists what can be chosen of each input up to a time.
func (in *Inputs) Until(eot int) [][]Fault {
	var list [][]Fault
	for i, c := range in.List() {
		var one []Fault
		for _, t := range c.Times {
			if t <= eot {
				one = append(one, Choose(c.Tuple, i+1, t))
			}
		}
		if one != nil {
			list = append(list, one)
		}
	}
	return list
}

// has reports whether a choice is one of the inputs.
func (in *Inputs) has(f Fault) bool {
	list := in.List()
	return f.D >= 1 && f.D <= len(list) && list[f.D-1].Tuple == f.Node && slices.Contains(list[f.D-1].Times, f.Time)
}
