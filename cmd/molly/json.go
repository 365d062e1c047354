package main

import (
	"bytes"
	"cmp"
	"context"

	"molly/export/wire"
	"molly/internal/within"
)

// encode prints a result as one line of JSON.
func (t *tool) encode(document any) error { return wire.Encode(&t.out, document) }

// encodeLong is encode for a result that may be very long: it ends with the context.
func (t *tool) encodeLong(ctx context.Context, document any) error {
	var text bytes.Buffer
	failed, err := within.Context(ctx, func() error { return wire.Encode(&text, document) })
	if err = cmp.Or(err, failed); err != nil {
		return err // text may still be written to
	}
	_, err = t.out.Write(text.Bytes())
	return err
}
