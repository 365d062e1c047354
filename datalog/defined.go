package datalog

// Defined is the place of the first rule that concludes a relation, or else of its first fact, or input; it is none where nothing
// does.
func (p *Program) Defined(r RelID) Position {
	for i := range p.Rules {
		if p.Rules[i].Head.Relation == r {
			return p.Rules[i].Pos
		}
	}
	for _, facts := range [][]Fact{p.Facts, p.Lasting} {
		for i := range facts {
			if facts[i].Relation == r {
				return facts[i].Pos
			}
		}
	}
	for i := range p.Inputs {
		if p.Inputs[i].Relation == r {
			return p.Inputs[i].Pos
		}
	}
	return Position{}
}
