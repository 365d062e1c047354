package main

import (
	"context"
	"math/big"

	"molly/export/wire"
	"molly/internal/numeral"
	"molly/verify"
)

func (r *report) json(ctx context.Context) error {
	if r.list != nil {
		if err := r.list.rest(); err != nil {
			return err
		}
	}
	out := wire.NewVerify(r.Datalog(), r.verdict, func(n *big.Int) string { return numeral.Exactly(ctx, n) })
	if r.list != nil {
		out.List(r.verdict, r.options.Group)
	}
	if r.options.Strategy == verify.Random {
		out.Seed = &r.options.Seed
	}
	out.Certificate, out.Warnings, out.Elapsed = r.certificate.json(), wire.Diagnostics(r.warnings), wire.Seconds(r.elapsed)
	return wire.Encode(&r.Out, out)
}
