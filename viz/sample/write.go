package sample

import (
	"context"
	"errors"
)

// Options bound what is written.
type Options struct {
	Limit int // at most so many executions
	// Progress, where set, is told which execution is about to be written.
	Progress func(number, of int)
	// Large, where set, is told about how many bytes there will be, where these are many, before
	// they are written.
	Large func(bytes, executions int)
}

// Result says what was written.
type Result struct {
	Shown   int      // executions
	Without []string // what is left out, in sentences
	// Cut is the cause of the context's end, where that came before all was written.
	Cut error
}

// From so many bytes on, about, what will be written is announced; and this is the most that is
// written.
const (
	large   = 20_000_000
	largest = 700_000_000
)

// sampled is how many executions tell how large the others are.
const sampled = 3

// Write chooses runs and adds them one by one, as many as the bounds allow. bytes returns how much
// has been written. When the context ends, what there is until then is kept, unless it is nothing or
// the context was cancelled; then the error is the cause.
func Write(ctx context.Context, all []Run, o Options, bytes func() int, add func(Run) error) (Result, error) {
	kept := Choose(all, o.Limit)
	first := 0 // the bytes of the first one, which has most of what all have in common
	for i := 0; i < len(kept); i++ {
		if o.Progress != nil {
			o.Progress(i+1, len(kept))
		}
		switch i {
		case 1:
			first = bytes()
		case sampled:
			each := max(1, (bytes()-first)/(sampled-1))
			if room := sampled + max(0, largest-bytes())/each; room < len(kept) {
				kept = kept[:room]
			}
			if n := bytes() + (len(kept)-sampled)*each; n >= large && o.Large != nil {
				o.Large(n, len(kept))
			}
		}
		if i == len(kept) {
			break
		}
		err := add(kept[i])
		if cause := context.Cause(ctx); cause != nil {
			if i == 0 || errors.Is(cause, context.Canceled) {
				return Result{}, cause
			}
			return Result{i, LeftOut(all, kept[:i]), cause}, nil
		}
		if err != nil {
			return Result{}, err
		}
	}
	return Result{Shown: len(kept), Without: LeftOut(all, kept)}, nil
}
