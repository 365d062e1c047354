package process

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"molly/internal/memlimit"
)

func command(t *testing.T, args ...string) *cobra.Command {
	t.Helper()
	c := &cobra.Command{Use: "x"}
	MemoryFlag(c)
	TimeFlag(c)
	c.SetContext(context.Background())
	if err := c.ParseFlags(args); err != nil {
		t.Fatal(err)
	}
	return c
}

// A command's context ends at its time; wrong bounds are errors that name the flag.
func TestBound(t *testing.T) {
	c := command(t, "--timeout", "1ns")
	stop, err := Bound(c)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	<-c.Context().Done()
	if err := context.Cause(c.Context()); !errors.Is(err, context.DeadlineExceeded) || !IsBound(err) || IsMemory(err) {
		t.Errorf("it ends with %v", err)
	}
	for flag, value := range map[string]string{"timeout": "-1s", "max-memory": "much"} {
		_, err := Bound(command(t, "--"+flag, value))
		var wrong *FlagError
		if !errors.As(err, &wrong) || wrong.Flag != flag || wrong.Value != value || wrong.Unwrap() == nil {
			t.Errorf("--%s %s: %v", flag, value, err)
		}
	}
	if err := error(&memlimit.Exceeded{}); !IsMemory(err) || !IsBound(err) {
		t.Error("memory is no bound")
	}
}

// What is shown late has its time, and ends for the reason of the bound.
func TestLate(t *testing.T) {
	live, cancel := Late(context.Background())
	defer cancel()
	if live != context.Background() {
		t.Error("a context that lives is another one")
	}
	over, stop := WithTimeout(context.Background(), time.Nanosecond)
	defer stop()
	<-over.Done()
	late, cancel := Late(over)
	defer cancel()
	if late.Err() != nil {
		t.Error("there is no time to show anything")
	}
	<-late.Done()
	if err := context.Cause(late); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("it ends with %v", err)
	}
	if free, _ := WithTimeout(context.Background(), 0); free.Done() != nil {
		t.Error("no bound is one")
	}
}

type stuck struct{}

func (stuck) Write([]byte) (int, error) { select {} }

// What is settled is written when the command does not end, unless it was interrupted or is being
// written.
func TestAbandon(t *testing.T) {
	abandoned := func(ctx context.Context, out io.Writer, begin func(*Backstop)) (int, bool) {
		b := NewBackstop()
		begin(b)
		b.Watch(ctx)
		<-b.Overdue()
		return b.Abandon(out)
	}
	timedOut, cancel := context.WithTimeout(context.Background(), 0)
	defer cancel()
	interrupted, interrupt := context.WithCancel(context.Background())
	interrupt()
	settle := func(b *Backstop) { b.Settle([]byte("certified\n"), 7) }

	var out bytes.Buffer
	if code, settled := abandoned(timedOut, &out, settle); code != 7 || !settled || out.String() != "certified\n" {
		t.Errorf("after its time: %d, %v, %q", code, settled, out.String())
	}
	out.Reset()
	if _, settled := abandoned(interrupted, &out, settle); settled || out.String() != "certified\n" {
		t.Errorf("after an interrupt: %v, %q", settled, out.String())
	}
	out.Reset()
	if _, settled := abandoned(timedOut, &out, func(*Backstop) {}); settled || out.Len() > 0 {
		t.Errorf("without a result: %v, %q", settled, out.String())
	}
	if code, settled := abandoned(timedOut, stuck{}, settle); code != 7 || !settled {
		t.Errorf("where nobody reads: %d, %v", code, settled)
	}
	writing := make(chan struct{})
	if _, settled := abandoned(timedOut, &out, func(b *Backstop) {
		settle(b)
		go func() {
			_ = b.Write(func() error { close(writing); select {} })
		}()
		<-writing
	}); settled || out.Len() > 0 {
		t.Errorf("while the result is written: %v, %q", settled, out.String())
	}
}

// A reader that is patient gives what there is, or ends with its context.
func TestPatientReader(t *testing.T) {
	text, err := io.ReadAll(PatientReader{context.Background(), strings.NewReader("abc")})
	if err != nil || string(text) != "abc" {
		t.Errorf("%q, %v", text, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	silent, _ := io.Pipe()
	if _, err := io.ReadAll(PatientReader{ctx, silent}); !errors.Is(err, context.Canceled) {
		t.Errorf("a silent reader ends with %v", err)
	}
}
