package dedalus

// checker runs the checks of one program. Each of them has a file of its own and
// reports all that it finds.
//
// The checks that judge the whole program by what it does not say (a relation
// that nothing defines) are left out when a part of it could not be read, those
// of little weight (a relation that nothing reads) when there is any error.
type checker struct {
	*reporter
	clauses []*clause
	broken  bool

	relations []*relation // in order of appearance
	byName    map[string]*relation
	types     typeInference
	times     []timed
}

func (ch *checker) check() {
	for _, c := range ch.clauses {
		ch.shape(c)
	}
	ch.collect()
	ch.arities()
	ch.builtins()
	for _, c := range ch.clauses {
		if !c.fact {
			ch.bound(c)
			ch.singletons(c)
			ch.places(c)
		}
	}
	ch.inferTypes()
	ch.observers()
	ch.cycles()
	ch.invariant()
	if !ch.broken {
		ch.definitions()
		ch.beginnings()
		ch.cases()
	}
}
