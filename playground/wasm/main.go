//go:build js && wasm

// Wasm is the engine of the playground in a browser, or in node: a program that lives in a worker
// of the page. It gives JavaScript one function,
//
//	molly(method, parameters, tell, done)
//
// where the parameters are JSON, tell is called with JSON about the progress of a search, and done
// with JSON, the answer (package engine). When it is there, it calls mollyStarted.
package main

import (
	"context"
	"encoding/json"
	"syscall/js"

	"molly/playground/engine"
)

// request is what JavaScript asks.
type request struct {
	method     string
	params     []byte
	tell, done js.Value
}

func main() {
	requests := make(chan request, 64) // JavaScript must not wait for Go
	js.Global().Set("molly", js.FuncOf(func(_ js.Value, args []js.Value) any {
		requests <- request{args[0].String(), []byte(args[1].String()), args[2], args[3]}
		return nil
	}))
	js.Global().Call("mollyStarted")
	var e engine.Engine
	for r := range requests {
		answer := e.Call(context.Background(), r.method, r.params, func(p engine.Progress) {
			if text, err := json.Marshal(p); err == nil {
				r.tell.Invoke(string(text))
			}
		})
		r.done.Invoke(string(answer))
	}
}
