package trace

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
)

// maxLine is the greatest length of a line of a trace file, in bytes.
const maxLine = 64 << 20

// Write writes the trace as a file.
func (t *Trace) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	encode := json.NewEncoder(out)
	encode.SetEscapeHTML(false)
	if err := encode.Encode(t.Header); err != nil {
		return err
	}
	for i := range t.Records {
		if err := encode.Encode(&t.Records[i]); err != nil {
			return err
		}
	}
	return out.Flush()
}

// FileError says what is wrong with a trace file.
type FileError struct {
	Line int // from 1
	Err  error
}

func (e *FileError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

func (e *FileError) Unwrap() error { return e.Err }

// RecordError says what is wrong with a record of a trace.
type RecordError struct {
	N       int // its place
	Problem string
}

func (e *RecordError) Error() string { return fmt.Sprintf("event %d: %s", e.N, e.Problem) }

// Read reads a trace file. The error is a *FileError or one of reading.
func Read(r io.Reader) (*Trace, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 64<<10), maxLine)
	t := &Trace{}
	n := 0
	for lines.Scan() {
		n++
		text := bytes.TrimSpace(lines.Bytes())
		if n == 1 {
			if err := t.readHeader(text); err != nil {
				return nil, &FileError{1, err}
			}
			continue
		}
		if len(text) == 0 {
			continue
		}
		rec, err := t.readRecord(text)
		if err != nil {
			return nil, &FileError{n, err}
		}
		t.Records = append(t.Records, rec)
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, &FileError{n + 1, fmt.Errorf("it is longer than %d MiB", maxLine>>20)}
	} else if err != nil {
		return nil, err
	}
	if n == 0 {
		return nil, &FileError{1, errors.New("the file is empty")}
	}
	return t, nil
}

func (t *Trace) readHeader(text []byte) error {
	if err := json.Unmarshal(text, &t.Header); err != nil || t.Format != Format {
		return errors.New("this is no trace: its first line has no \"format\":" + quote(Format))
	}
	switch {
	case t.Version != Version:
		return fmt.Errorf("version %d of the format; this tool reads version %d", t.Version, Version)
	case len(t.Nodes) == 0:
		return errors.New("it has no nodes")
	case t.Expect != "" && t.Expect != ExpectViolation && t.Expect != ExpectNone:
		return fmt.Errorf("it expects %s; there are %q and %q", quote(string(t.Expect)), ExpectViolation, ExpectNone)
	}
	for i, name := range t.Nodes {
		if slices.Contains(t.Nodes[:i], name) {
			return errors.New("two nodes are called " + quote(name))
		}
	}
	return nil
}

func (t *Trace) readRecord(text []byte) (Record, error) {
	var r Record
	in := json.NewDecoder(bytes.NewReader(text))
	in.DisallowUnknownFields()
	if err := in.Decode(&r); err != nil {
		return r, err
	}
	switch {
	case in.More():
		return r, errors.New("there is more than one value on the line")
	case r.N != len(t.Records):
		return r, fmt.Errorf("event %d stands where event %d is expected", r.N, len(t.Records))
	case r.Do == 0:
		return r, errors.New("it does not say what is done")
	case !r.Do.External() && r.Item == 0:
		return r, fmt.Errorf("%v has no item", r.Do)
	case r.Cause != nil && (*r.Cause < 0 || *r.Cause >= r.N):
		return r, fmt.Errorf("its cause %d is no earlier event", *r.Cause)
	}
	for _, name := range []string{r.Node, r.From, r.To} {
		if name != "" && !slices.Contains(t.Nodes, name) {
			return r, errors.New("there is no node " + quote(name))
		}
	}
	for _, made := range r.Sent {
		if !slices.Contains(t.Nodes, made.To) {
			return r, errors.New("there is no node " + quote(made.To))
		}
	}
	return r, nil
}

func quote(s string) string { return strconv.Quote(s) }
