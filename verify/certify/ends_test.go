package certify_test

import (
	"context"
	"errors"
	"testing"

	"molly/failure"
	"molly/verify"
	"molly/verify/certify"
)

// counted is a context that ends when it has been asked so many times.
type counted struct {
	context.Context
	left int
}

func (c *counted) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// Wherever a check is when its context ends, it says so, and nothing else: neither that the
// certificate is valid, nor that it is not.
func TestChecksEnd(t *testing.T) {
	const never = 1 << 40
	abc := []string{"a", "b", "c"}
	for _, s := range []*sample{
		newSample(t, "loopy", parse(t, loopy), verify.Options{Spec: failure.Spec{EOT: 3, EFF: 3}, Nodes: abc}),
		newSample(t, "votes", parse(t, votes), verify.Options{Spec: failure.Spec{EOT: 3, EFF: 2}, Nodes: abc}),
		newSample(t, "delivery/retry", load(t, "delivery/retry"), verify.Options{Spec: failure.Spec{EOT: 4, EFF: 2, Crashes: 1}, Nodes: abc}),
		newSample(t, "delivery/ack", load(t, "delivery/ack"), verify.Options{Spec: failure.Spec{EOT: 8, EFF: 7, Crashes: 1}, Nodes: abc}),
	} {
		whole := &counted{context.Background(), never}
		if err := certify.Check(whole, s.program, s.certificate, nil); err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		asked := never - whole.left
		t.Logf("%s: the context is asked %d times", s.name, asked)
		if asked < 50 {
			t.Errorf("%s: the context is asked only %d times", s.name, asked)
		}
		for n := 0; n < asked; n += 1 + asked/400 {
			err := certify.Check(&counted{context.Background(), n}, s.program, s.certificate, nil)
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("%s: it ends at the %dth question, and the check says %v", s.name, n, err)
			}
		}
	}
}
