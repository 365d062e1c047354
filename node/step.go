package node

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

// step lets a node take a step, and does what it answers.
func (w *World) step(e *Event, answer func() Effect) {
	effect := w.answer(e, answer)
	e.Notes = effect.Notes
	if effect.Broken != nil {
		e.Broken, w.broken[e.Node], w.status[e.Node] = effect.Broken, effect.Broken, Down
		w.forget(e, func(it *Item) bool { return it.Timer && it.To == e.Node })
		return
	}
	for _, kind := range effect.Clear {
		w.forget(e, func(it *Item) bool { return it.Timer && it.To == e.Node && it.Type == kind })
	}
	for _, t := range effect.Set {
		w.set(e, t)
	}
	if len(effect.Send) > 0 {
		e.Sent = make([]*Item, 0, len(effect.Send))
	}
	for i, m := range effect.Send {
		if m.To < 0 || m.To >= len(w.nodes) {
			e.Violation = &Violation{
				Fingerprint: "message to nobody: " + m.Type, Nodes: []int{e.Node},
				Text: fmt.Sprintf("%s sends a message %s to node %d; there are %d", w.System.Nodes[e.Node], m.Type, m.To, len(w.nodes)),
			}
			continue
		}
		nth := 0
		for _, other := range effect.Send[:i] {
			if other.To == m.To && other.Type == m.Type {
				nth++
			}
		}
		it := &Item{
			ID:   named(uint64(e.ID), 0, uint64(m.To), HashString(m.Type), uint64(nth)),
			From: e.Node, To: m.To, Type: m.Type, Body: m.Body, Key: m.Key, Cause: e.Index,
		}
		w.insert(it, len(w.pending))
		e.Sent = append(e.Sent, it)
	}
	e.Digest = w.digest(e.Node)
}

// set sets a timer. One that is set already, with the same body, goes on as it is: nobody can tell the
// difference, for there is no clock.
func (w *World) set(e *Event, t Timer) {
	for _, it := range w.pending {
		if it.Timer && it.To == e.Node && it.Type == t.Type {
			if keyOf(it.Key, it.Body).Bytes == keyOf(t.Key, t.Body).Bytes {
				e.Renewed = append(e.Renewed, it)
				return
			}
			w.remove(it)
			e.Gone = append(e.Gone, it)
			break
		}
	}
	it := &Item{
		ID:    named(uint64(e.ID), 1, HashString(t.Type)),
		Timer: true, From: e.Node, To: e.Node, Type: t.Type, Body: t.Body, Key: t.Key, Cause: e.Index,
	}
	w.insert(it, len(w.pending))
	e.Set = append(e.Set, it)
}

// keyOf completes a key: what it does not say is taken of the body.
func keyOf(k Key, body any) Key {
	if k.Bytes != 0 && k.Masked != 0 {
		return k
	}
	own := keyOfBody(body)
	if k.Bytes == 0 {
		k.Bytes = own.Bytes
	}
	if k.Masked == 0 {
		k.Masked = own.Masked
	}
	return k
}

// keyOfBody is what a body says, or else the hash of its JSON.
func keyOfBody(body any) Key {
	if body == nil {
		return Key{1, 1}
	}
	if keyed, ok := body.(Keyed); ok {
		return keyed.Key()
	}
	text, err := json.Marshal(body)
	if err != nil {
		text = []byte(err.Error())
	}
	h := Hash(text)
	return Key{h, h}
}

// Keys is the key of an item, complete.
func (it *Item) Keys() Key { return keyOf(it.Key, it.Body) }

// answer is what a node answers; a panic is a violation.
func (w *World) answer(e *Event, ask func() Effect) (effect Effect) {
	defer func() {
		if p := recover(); p != nil {
			text := fmt.Sprint(p)
			effect = Effect{Broken: fmt.Errorf("panic: %s", text)}
			e.Violation = &Violation{
				Fingerprint: "panic: " + masked(text), Nodes: []int{e.Node},
				Text: fmt.Sprintf("%s panics: %s", w.System.Nodes[e.Node], text),
			}
		}
	}()
	return ask()
}

var number = regexp.MustCompile(`0x[0-9a-fA-F]+|[0-9]+`)

// masked is the first line of a text, without its numbers.
func masked(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return number.ReplaceAllString(line, "#")
}
