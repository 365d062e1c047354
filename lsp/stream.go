package lsp

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"github.com/sourcegraph/jsonrpc2"
)

// maxMessage is the greatest size of a message in bytes.
const maxMessage = 256 << 20

// stream frames messages as the protocol's base does: a header with their length. A message that is no
// JSON, or no request and no response, is answered with an error and does not end the stream.
type stream struct {
	in *bufio.Reader

	mu  sync.Mutex
	out io.Writer
	err error // why the stream ended, but for the end of the input
}

func newStream(in io.Reader, out io.Writer) *stream {
	return &stream{in: bufio.NewReader(in), out: out}
}

// ReadObject implements jsonrpc2.ObjectStream.
func (s *stream) ReadObject(v any) error {
	for {
		body, err := s.read()
		if err != nil {
			if err != io.EOF && !errors.Is(err, io.ErrUnexpectedEOF) {
				s.fail(fmt.Errorf("the input is no language server protocol: %w", err))
			}
			return err
		}
		err = json.Unmarshal(body, v)
		if err == nil {
			return nil
		}
		reflect.ValueOf(v).Elem().SetZero() // it may have been read in part
		code := int64(jsonrpc2.CodeInvalidRequest)
		if !json.Valid(body) {
			code = jsonrpc2.CodeParseError
		}
		refusal := map[string]any{"jsonrpc": "2.0", "id": nil, "error": &jsonrpc2.Error{Code: code, Message: err.Error()}}
		if err := s.WriteObject(refusal); err != nil {
			return err
		}
	}
}

// read reads the body of a message.
func (s *stream) read() ([]byte, error) {
	length := -1
	for {
		line, err := s.line()
		if err != nil {
			return nil, err
		}
		if line == "" {
			break
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok {
			return nil, fmt.Errorf("the header line %q has no colon", line)
		}
		if strings.EqualFold(name, "Content-Length") {
			n, err := strconv.Atoi(strings.TrimSpace(value))
			if err != nil || n < 0 || n > maxMessage {
				return nil, fmt.Errorf("the message length %q is not a number up to %d", strings.TrimSpace(value), maxMessage)
			}
			length = n
		}
	}
	if length < 0 {
		return nil, errors.New("a message without Content-Length")
	}
	var body bytes.Buffer // grows with what comes, not with what is announced
	if n, err := io.CopyN(&body, s.in, int64(length)); err != nil {
		return nil, fmt.Errorf("the input ends after %d of the %d bytes of a message: %w", n, length, io.ErrUnexpectedEOF)
	}
	return body.Bytes(), nil
}

// maxHeader is the greatest size of a header line in bytes.
const maxHeader = 4096

// line reads a line of a header.
func (s *stream) line() (string, error) {
	var line []byte
	for {
		c, err := s.in.ReadByte()
		switch {
		case err == io.EOF && len(line) > 0:
			return "", io.ErrUnexpectedEOF
		case err != nil:
			return "", err
		case c == '\n':
			return strings.TrimSuffix(string(line), "\r"), nil
		case len(line) == maxHeader:
			return "", fmt.Errorf("a header line of more than %d bytes", maxHeader)
		}
		line = append(line, c)
	}
}

// WriteObject implements jsonrpc2.ObjectStream.
func (s *stream) WriteObject(v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return s.err
	}
	message := fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(body))
	_, s.err = s.out.Write(append(message, body...))
	return s.err
}

// Close implements jsonrpc2.ObjectStream. Standard input and output are not the stream's to close.
func (s *stream) Close() error { return nil }

func (s *stream) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.err = cmp.Or(s.err, err)
}

// failure is why the stream ended: nil where its input did.
func (s *stream) failure() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}
