package expect

// Summary is what came of files together.
type Summary struct {
	Files int
	Bad   int // files with which something is wrong: Tested.Bad
	Done  int // files of which every expectation was reached

	Expectations, Reached, Held, Undecided int
}

// Failed counts the expectations that have an answer, and do not hold.
func (s Summary) Failed() int { return s.Reached - s.Undecided - s.Held }

// Sum adds up what came of files.
func Sum(list []Tested) Summary {
	s := Summary{Files: len(list)}
	for _, f := range list {
		if f.Bad() {
			s.Bad++
		}
		if f.Reached() == len(f.Results) {
			s.Done++
		}
		s.Expectations += len(f.Results)
		s.Reached += f.Reached()
		s.Held += f.Held()
		s.Undecided += f.Undecided()
	}
	return s
}

// OK reports whether nothing is wrong, as far as it was reached and decided.
func (s Summary) OK() bool { return s.Bad == 0 && s.Failed() == 0 }
