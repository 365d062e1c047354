package process

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"
)

// connection asks one process. It has at most one request on its way.
type connection struct {
	out   io.WriteCloser
	lines chan line
	limit Limits
	end   func() error // closes all, and says how the process ended
	gone  atomic.Bool  // nothing will come any more
}

type line struct {
	text []byte
	err  error
}

// Limits bound what a process may do. The zero Limits are the defaults.
type Limits struct {
	Answer time.Duration // for one answer; 5 seconds by default
	Size   int           // of one answer in bytes; 16 MiB by default
}

func (l Limits) orDefault() Limits {
	if l.Answer == 0 {
		l.Answer = 5 * time.Second
	}
	if l.Size == 0 {
		l.Size = 16 << 20
	}
	return l
}

// connect reads lines in the background, until one is too long or there are no more.
func connect(in io.Reader, out io.WriteCloser, limit Limits, end func() error) *connection {
	c := &connection{out: out, lines: make(chan line, 16), limit: limit, end: end}
	go func() {
		defer close(c.lines)
		r := bufio.NewReaderSize(in, 64<<10)
		for {
			text, err := readLine(r, limit.Size)
			if err == nil || !errors.Is(err, io.EOF) {
				c.lines <- line{text, err}
			}
			if err != nil {
				c.gone.Store(true)
				_, _ = io.Copy(io.Discard, in) // a process that writes much must not wait for us
				return
			}
		}
	}()
	return c
}

var errLong = errors.New("its answer is longer than allowed")

// readLine reads a line of so many bytes at most.
func readLine(r *bufio.Reader, most int) ([]byte, error) {
	var text []byte
	for {
		part, err := r.ReadSlice('\n')
		text = append(text, part...)
		switch {
		case len(text) > most:
			return nil, fmt.Errorf("%w: more than %d bytes, starting with %s", errLong, most, excerpt(text))
		case err == nil:
			return text[:len(text)-1], nil
		case !errors.Is(err, bufio.ErrBufferFull):
			if len(text) > 0 && errors.Is(err, io.EOF) {
				return nil, fmt.Errorf("its last line, %s, does not end", excerpt(text))
			}
			return nil, err
		}
	}
}

// ask sends a request and waits for its answer.
func (c *connection) ask(r request) ([]byte, error) {
	select {
	case extra, ok := <-c.lines:
		switch {
		case !ok:
			return nil, c.ended("it has ended")
		case extra.err != nil:
			return nil, extra.err
		}
		return nil, fmt.Errorf("it answers twice: nobody asked for %s", excerpt(extra.text))
	default:
	}
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	written := make(chan error, 1)
	go func() { // a process that does not read must not stop us
		_, err := c.out.Write(append(text, '\n'))
		written <- err
	}()
	timer := time.NewTimer(c.limit.Answer)
	defer timer.Stop()
	var unread error
	for {
		select {
		case err := <-written:
			if written = nil; err != nil { // what it wrote before it ended says more
				unread = err
				timer.Reset(min(c.limit.Answer, time.Second))
			}
		case answer, ok := <-c.lines:
			switch {
			case !ok:
				return nil, c.ended("it ended without an answer to " + r.Kind)
			case answer.err != nil:
				return nil, answer.err
			}
			return answer.text, nil
		case <-timer.C:
			if unread != nil {
				return nil, fmt.Errorf("it does not read what it is told, %s: %w", r.Kind, unread)
			}
			return nil, fmt.Errorf("no answer to %s within %v", r.Kind, c.limit.Answer)
		}
	}
}

// ended says that a process has ended, and how.
func (c *connection) ended(what string) error {
	if how := c.end(); how != nil {
		return fmt.Errorf("%s: %w", what, how)
	}
	return errors.New(what)
}
