package verify

import (
	"slices"

	"molly/datalog"
	"molly/failure"
	"molly/verify/symmetry"
)

// orbit lists, sorted, the scenarios that are the same as sc up to a renaming of nodes
// under which the program is the same. Where nothing is grouped, sc is alone.
func (s *search) orbit(sc failure.Scenario) []failure.Scenario {
	if !s.options.Group {
		return []failure.Scenario{sc}
	}
	rename := func(p symmetry.Permutation, sc failure.Scenario) failure.Scenario { return sc.Rename(p.Of) }
	list := slices.Collect(symmetry.Orbit(s.symmetries(), sc, rename, failure.Scenario.String))
	slices.SortFunc(list, failure.Scenario.Compare)
	return list
}

// symmetries are those of the program.
func (s *search) symmetries() *symmetry.Group {
	if s.group == nil {
		s.group = symmetriesOf(s.eval.Program(), s.options)
	}
	return s.group
}

func symmetriesOf(p *datalog.Program, o Options) *symmetry.Group {
	return symmetry.Find(p, o.Nodes, o.Spec)
}
