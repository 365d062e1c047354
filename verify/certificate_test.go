package verify

import (
	"context"
	"fmt"

	"molly/dedalus"
	"molly/internal/randprog"
	"molly/verify/certify"
)

// hasCertificate makes a certificate of a verdict, writes it, reads it again and checks
// it.
func hasCertificate(t randprog.Task, outcomes Outcomes, v *Verdict) error {
	p, diagnostics := dedalus.ParseString("random.ded", t.Source)
	if diagnostics.HasErrors() {
		return fmt.Errorf("%v", diagnostics)
	}
	ctx := context.Background()
	c, err := Certificate(ctx, p, Options{Spec: t.Spec, Nodes: t.Nodes, Outcomes: outcomes}, v)
	if err != nil {
		return err
	}
	read, err := certify.Parse(c.Bytes())
	if err != nil {
		return err
	}
	return certify.Check(ctx, p, read, nil)
}
