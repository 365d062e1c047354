package replay

import "molly/node/trace"

// Accept writes the file of a trace again, so that what happens now is what is expected, and reports whether it did:
//
//   - of a trace that is violated, its header expects the violation. Where another one happens than was recorded, or nothing
//     was, the execution is that of now;
//   - of a trace whose violation is gone, its header expects none any more. The execution stays: it tells when the violation
//     is back;
//   - a trace without a violation that differs is the execution as it is now.
//
// A trace with a violation that cannot be followed is left: there is nothing to expect of it. It can be deleted.
func (r *Result) Accept() (bool, error) {
	t := *r.Trace
	switch {
	case r.Status == Violated:
		if !r.Same() {
			t = *r.Now
		}
		t.Expect = trace.ExpectViolation
	case r.Status == Gone:
		t.Expect = ""
	case r.Status == Differs && r.Now != nil && len(r.Now.Records) > 0 && r.recorded() == nil:
		t = *r.Now
	default:
		return false, nil
	}
	if err := t.WriteFile(r.Name); err != nil {
		return false, err
	}
	r.Accepted = true
	return true, nil
}
