package wire_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"molly/export/wire"
)

// endless is a document that is never written.
type endless struct{ never chan struct{} }

func (e endless) MarshalJSON() ([]byte, error) {
	<-e.never
	return nil, errors.New("never")
}

// A document that takes too long ends with the context, and nothing of it is written.
func TestEncodeUntil(t *testing.T) {
	var out strings.Builder
	if err := wire.EncodeUntil(t.Context(), &out, []int{1}); err != nil || out.String() != "[1]\n" {
		t.Errorf("%q (%v)", out.String(), err)
	}
	why := errors.New("enough")
	ctx, end := context.WithCancelCause(t.Context())
	end(why)
	out.Reset()
	document := endless{make(chan struct{})}
	defer close(document.never)
	if err := wire.EncodeUntil(ctx, &out, document); !errors.Is(err, why) || out.Len() > 0 {
		t.Errorf("%q (%v)", out.String(), err)
	}
}
