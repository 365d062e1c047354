package actor

import (
	"encoding/json"
	"sync/atomic"

	"molly/node"
)

// body is a message on its way: a copy that nobody changes. It is written as JSON, and its key is made, only when somebody
// asks, for most messages of a random execution are only delivered.
type body struct {
	kind          *kind
	value         any             // nil where there is text
	text          json.RawMessage // of a message whose type cannot be copied otherwise, or that was changed by hand
	mask          func(any) string
	bytes, masked atomic.Uint64 // the parts of its key, where they were asked for
}

var _ node.Keyed = (*body)(nil)

// read is a copy of the message for its receiver.
func (b *body) read() (any, error) {
	if b.text != nil {
		return b.kind.decode(b.text)
	}
	return b.kind.copy(b.value), nil
}

// MarshalJSON writes the message.
func (b *body) MarshalJSON() ([]byte, error) {
	if b.text != nil {
		return b.text, nil
	}
	return json.Marshal(b.value)
}

// Key is the hash of the message's JSON, and of what Config.Mask says of it.
func (b *body) Key() node.Key {
	if k := (node.Key{Bytes: b.bytes.Load(), Masked: b.masked.Load()}); k.Bytes != 0 && k.Masked != 0 {
		return k
	}
	text, err := b.MarshalJSON()
	if err != nil {
		panic(err) // it was checked when it was sent
	}
	k := node.Key{Bytes: node.Hash(text)}
	k.Masked = k.Bytes
	if b.mask != nil {
		message, err := b.read()
		if err != nil {
			panic(err)
		}
		k.Masked = node.HashString(b.mask(message))
	}
	b.bytes.Store(k.Bytes)
	b.masked.Store(k.Masked)
	return k
}
