package verify

import "molly/circuit"

// unrefuted is what may be bad, without what the search that swept can refute. That one has
// proved much about the program already, and what it refutes here helps it with the next
// tuple. At the first tuple that can be lacking it stops. Where nothing was swept, it refutes
// nothing.
func (s *search) unrefuted() (bad []circuit.Lit, err error) {
	q := s.satSweep
	s.satSweep = nil
	if bad = s.question.bad; q == nil || q.Stats().Calls == 0 {
		return bad, nil
	}
	s.tell(Event{Kind: Encoded})
	s.asked = append(s.asked, q)
	for ; len(bad) > 0; bad = bad[1:] {
		if _, found, err := q.Some(s.ctx, bad[:1]); err != nil || found {
			return bad, err
		}
		q.Require(bad[0].Not())
	}
	s.tell(Event{Kind: Answered})
	return nil, nil
}
