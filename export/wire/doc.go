// Package wire is the JSON of every command: plain Go types, one for what each command prints,
// and the functions that make them from results. docs/json.md describes them.
//
// A result is one document on one line. Each has the key schema, whose value is [Schema].
package wire

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"math"
	"time"

	"molly/internal/within"
)

// Schema is the version of all documents. It grows when a key that was there changes its
// meaning or goes away, and not when one is added.
const Schema = 4

// Encode writes a document as one line.
func Encode(w io.Writer, document any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(document)
}

// EncodeUntil is Encode for a document that may be very long: it ends with the context, and has then
// written nothing.
func EncodeUntil(ctx context.Context, w io.Writer, document any) error {
	var text bytes.Buffer
	failed, err := within.Context(ctx, func() error { return Encode(&text, document) })
	if err = cmp.Or(err, failed); err != nil {
		return err // text may still be written to
	}
	_, err = w.Write(text.Bytes())
	return err
}

// Seconds is a duration as documents have it, to the millisecond.
func Seconds(d time.Duration) float64 { return math.Round(d.Seconds()*1000) / 1000 }
