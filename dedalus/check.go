package dedalus

func (ch *checker) check() {
	phases := []func(){ch.shapes, ch.collect, ch.arities, ch.reserved, ch.clauseByClause, ch.inferTypes, ch.observers, ch.stableRelations, ch.inputs, ch.cycles, ch.invariant}
	if !ch.broken {
		phases = append(phases, ch.definitions, ch.beginnings, ch.cases)
	}
	for _, phase := range phases {
		if phase(); ch.ended {
			return // a phase relies on those before it
		}
	}
}

// shapes checks the clauses that need no other to be judged.
func (ch *checker) shapes() {
	for _, c := range ch.clauses {
		if ch.over() {
			return
		}
		ch.shape(c)
	}
}

// clauseByClause checks the rules one by one.
func (ch *checker) clauseByClause() {
	for _, c := range ch.clauses {
		if ch.over() {
			return
		}
		if !c.fact {
			ch.bound(c)
			ch.singletons(c)
			ch.places(c)
			ch.wideExcuses(c)
			ch.similar(c)
		}
	}
}
