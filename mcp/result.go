package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"molly"
	"molly/dedalus"
	"molly/export/text"
	"molly/export/wire"
	"molly/verify"
)

// writing is how long it may take to write a result.
const writing = 10 * time.Second

// result is an answer as a client gets it.
func (a answer) result(ctx context.Context) (*sdk.CallToolResult, any, error) {
	r := &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: a.text}}}
	if len(a.text) > largest {
		return nil, nil, tooLarge(len(a.text))
	}
	if a.document == nil {
		return r, nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, writing)
	defer cancel()
	var b strings.Builder
	if err := wire.EncodeUntil(ctx, &b, a.document); err != nil {
		return nil, nil, inWords(err)
	}
	if b.Len() > largest {
		return nil, nil, tooLarge(b.Len())
	}
	r.StructuredContent = json.RawMessage(b.String())
	return r, nil, nil
}

func tooLarge(bytes int) error {
	return fmt.Errorf("the result is too large to be read: %d kB\nAsk for less: some relations, some times, one tuple, a smaller eot", bytes/1000)
}

// programError is what is wrong with a program under a specification.
type programError struct {
	found dedalus.Diagnostics
	err   error
}

func (e *programError) Error() string {
	return rendered(e.found) + e.err.Error()
}

// inWords says an error for who has asked.
func inWords(err error) error {
	var load *molly.LoadError
	switch {
	case errors.As(err, &load):
		return errors.New(rendered(load.Diagnostics))
	case errors.Is(err, context.DeadlineExceeded):
		return errors.New("timed out before there was a result\nAsk for less (a smaller eot, fewer nodes), or give more time (timeout, in seconds)")
	}
	return errors.New(text.SettingError(err))
}

// ofProgram is an error of a question, with the warnings about its program.
func ofProgram(q *molly.Question, warnings dedalus.Diagnostics, err error) error {
	var overflow *verify.ProgramError
	if errors.As(err, &overflow) {
		return &programError{append(warnings, text.Overflow(q.Program.Program, overflow)), errors.New("the program has no result under " + q.Spec.String())}
	}
	return err
}

// rendered is a list of findings for people.
func rendered(list dedalus.Diagnostics) string {
	var b strings.Builder
	_ = list.Render(&b) // a Builder takes everything
	if b.Len() > 0 {
		b.WriteString("\n")
	}
	return b.String()
}
