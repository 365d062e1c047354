package process

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"molly/node"
)

// request is what a process is told.
type request struct {
	Kind    string          `json:"msgtype"` // start, message, timeout, command
	Name    string          `json:"name,omitempty"`
	Nodes   []string        `json:"nodes,omitempty"`   // start: all nodes
	Content json.RawMessage `json:"content,omitempty"` // start
	Restart bool            `json:"restart,omitempty"` // start: after a crash
	Lost    bool            `json:"lost,omitempty"`    // start: and what was on disk is gone
	From    string          `json:"from,omitempty"`
	Type    string          `json:"type,omitempty"`
	Body    json.RawMessage `json:"body,omitempty"`
}

// response is what it answers. The names with a dash are those of Oddity's older shims.
type response struct {
	Kind     string          `json:"msgtype"`
	State    json.RawMessage `json:"state"`
	Messages []struct {
		To   string          `json:"to"`
		Type string          `json:"type"`
		Body json.RawMessage `json:"body"`
	} `json:"messages"`
	Timeouts []struct {
		Type string          `json:"type"`
		Body json.RawMessage `json:"body"`
	} `json:"timeouts"`
	Cleared []string `json:"cleared"`
	Notes   []string `json:"notes"`
}

// effect reads an answer.
func effect(line []byte, nodes []string) (node.Effect, json.RawMessage, error) {
	var r response
	if !utf8.Valid(line) {
		return node.Effect{}, nil, fmt.Errorf("it answers %s, which is not UTF-8", excerpt(line))
	}
	if err := json.Unmarshal(line, &r); err != nil {
		return node.Effect{}, nil, fmt.Errorf("it answers %s, which is no response: %w", excerpt(line), err)
	}
	if r.Kind != "response" {
		return node.Effect{}, nil, fmt.Errorf("it answers %s, where a line with \"msgtype\":\"response\" is expected", excerpt(line))
	}
	var e node.Effect
	for _, m := range r.Messages {
		to := slices.Index(nodes, m.To)
		if to < 0 {
			return node.Effect{}, nil, fmt.Errorf("it sends a message %q to %q, and there is no such node; the nodes are %q", m.Type, m.To, nodes)
		}
		if m.Type == "" {
			return node.Effect{}, nil, errors.New("it sends a message without a type")
		}
		e.Send = append(e.Send, node.Message{To: to, Type: m.Type, Body: body(m.Body), Key: key(m.Body)})
	}
	for _, t := range r.Timeouts {
		if t.Type == "" {
			return node.Effect{}, nil, errors.New("it sets a timeout without a type")
		}
		e.Set = append(e.Set, node.Timer{Type: t.Type, Body: body(t.Body), Key: key(t.Body)})
	}
	e.Clear, e.Notes = r.Cleared, r.Notes
	return e, compact(r.State), nil
}

// body is a body that a message has; one that is not there is none.
func body(raw json.RawMessage) any {
	if len(raw) == 0 {
		return nil
	}
	return compact(raw)
}

func key(raw json.RawMessage) node.Key {
	h := node.Hash(compact(raw))
	return node.Key{Bytes: h, Masked: h}
}

// compact is JSON without spaces between its parts, so that it does not matter how a process writes it.
func compact(raw json.RawMessage) json.RawMessage {
	var b bytes.Buffer
	if len(raw) == 0 || json.Compact(&b, raw) != nil {
		return raw
	}
	return b.Bytes()
}

// excerpt quotes the beginning of an answer.
func excerpt(line []byte) string {
	const most = 80
	if len(line) > most {
		return fmt.Sprintf("%q…", line[:most])
	}
	return fmt.Sprintf("%q", line)
}
