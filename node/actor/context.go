package actor

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"molly/node"
)

// Context is what an actor can do in one step.
type Context struct {
	n      *actor
	effect node.Effect
}

// Name is the name of the node.
func (c *Context) Name() string { return c.n.name }

// Nodes are the names of all nodes, in order. They must not be changed.
func (c *Context) Nodes() []string { return c.n.system.config.Nodes }

// Content reads what the node was started with into a value, as json.Unmarshal does. It does nothing
// where the node was started with nothing.
func (c *Context) Content(value any) {
	if c.n.content == nil {
		return
	}
	if err := json.Unmarshal(c.n.content, value); err != nil {
		panic(fmt.Sprintf("the content of the start of %s does not fit %T: %v", c.n.name, value, err))
	}
}

// Send sends a message: a value of one of the types in Config.Messages.
func (c *Context) Send(to string, message any) {
	i, ok := c.n.system.number[to]
	if !ok {
		panic(fmt.Sprintf("a message to %s: there is no such node; there are %s", to, strings.Join(c.Nodes(), ", ")))
	}
	kind, ok := c.n.system.messages.of(message)
	if !ok {
		hint := ""
		if t := reflect.TypeOf(message); t != nil && t.Kind() == reflect.Pointer {
			hint = "; send the struct, not a pointer to it"
		}
		panic(fmt.Sprintf("a message of type %T, which is not in Config.Messages%s", message, hint))
	}
	b := &body{kind: kind, mask: c.n.system.config.Mask}
	if kind.plain {
		b.value = kind.copy(message)
	} else {
		text, err := json.Marshal(message)
		if err != nil {
			panic(fmt.Sprintf("a message that cannot be written as JSON: %v", err))
		}
		b.text = text
	}
	c.effect.Send = append(c.effect.Send, node.Message{To: i, Type: kind.name, Body: b})
}

// Set sets a timer of a name. One that is set already goes on.
func (c *Context) Set(timer string) {
	c.effect.Set = append(c.effect.Set, node.Timer{Type: timer, Key: node.Key{Bytes: 1, Masked: 1}})
}

// Clear clears a timer. It does nothing where it is not set.
func (c *Context) Clear(timer string) { c.effect.Clear = append(c.effect.Clear, timer) }

// Note says something about the step, for people.
func (c *Context) Note(format string, args ...any) {
	c.effect.Notes = append(c.effect.Notes, fmt.Sprintf(format, args...))
}
