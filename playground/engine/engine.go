// Package engine answers what the page of the playground asks: a request is the name of a method
// and JSON, and so is its answer. It knows nothing of browsers: package playground/wasm is the way
// in for them, and tests ask it directly.
//
//	library  the protocols that ship with molly
//	open     the text of a file of the library
//	check    what is wrong with a program, how its text is coloured, its setting
//	lint     what else is odd about it, by its executions
//	verify   the verdict, as molly verify says it
//	run      one execution: its diagram, its lineage, its tuples at each time
//	why      why a tuple holds in an execution, or why it does not
//
// Requests have no order: each has the whole program and its setting. The engine keeps what it has
// evaluated for the last one of them.
package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"

	"molly"
)

// Engine answers requests, one at a time.
type Engine struct {
	asked    string // the program and the setting that question is about, as JSON
	question *molly.Question
}

// Tell takes what is to be said about a request before its answer is there.
type Tell func(Progress)

// method is what a request can ask for; it reads its parameters from JSON.
type method func(*Engine, context.Context, []byte, Tell) (any, error)

var methods = map[string]method{
	"library": with((*Engine).library),
	"open":    with((*Engine).open),
	"check":   with((*Engine).check),
	"lint":    with((*Engine).lint),
	"verify":  with((*Engine).verify),
	"run":     with((*Engine).run),
	"why":     with((*Engine).why),
}

// with makes a method of a function with parameters of its own.
func with[P, R any](f func(*Engine, context.Context, P, Tell) (R, error)) method {
	return func(e *Engine, ctx context.Context, params []byte, tell Tell) (any, error) {
		var p P
		d := json.NewDecoder(bytes.NewReader(params))
		d.DisallowUnknownFields()
		if err := d.Decode(&p); err != nil {
			return nil, fmt.Errorf("the parameters cannot be read: %w", err)
		}
		return f(e, ctx, p, tell)
	}
}

// reply is an answer: a result, or a failure.
type reply struct {
	Result any      `json:"result,omitempty"`
	Failed *Failure `json:"failed,omitempty"`
}

// Failure says why a request has no result.
type Failure struct {
	Message string `json:"message"`
	// Findings are what is wrong with the program, where it is that.
	Findings []Finding `json:"findings,omitempty"`
}

func (f *Failure) Error() string { return f.Message }

// Call answers a request with JSON: an object with result, or with failed.
func (e *Engine) Call(ctx context.Context, name string, params []byte, tell Tell) []byte {
	var r reply
	result, err := e.call(ctx, name, params, tell)
	if err != nil {
		r.Failed = failed(err)
	} else {
		r.Result = result
	}
	answer, err := json.Marshal(r)
	if err != nil {
		panic("engine: an answer that JSON cannot hold: " + err.Error())
	}
	return answer
}

func (e *Engine) call(ctx context.Context, name string, params []byte, tell Tell) (result any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("this is an error of molly itself, not of your program: %v\n%s", p, debug.Stack())
		}
	}()
	m, known := methods[name]
	if !known {
		return nil, fmt.Errorf("there is no method %q", name)
	}
	return m(e, ctx, params, tell)
}
