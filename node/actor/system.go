package actor

import (
	"encoding/json"
	"reflect"

	"molly/node"
)

// Config says what a system of actors is.
type Config struct {
	Name  string   // of the protocol
	Nodes []string // names, none twice
	// New makes the actor of a node, which must be a pointer to a struct. All that it makes for a node are
	// equal.
	New func(name string) Actor
	// Messages and Commands have one value of each type that is sent, or asked for. The type's name is
	// that of the message.
	Messages, Commands []any
	Order              node.Order
	// Content is what nodes are started with, by name, written as JSON; nil starts all with nothing.
	Content func(name string) any
	// Setup follows the starts of all nodes.
	Setup []node.Action
	// Oracle makes the judge of one execution, or is nil.
	Oracle func() node.Oracle
	// Mask is what two messages have in common that are alike although they are of different executions,
	// such as their kind without terms and counters; nil means all.
	Mask func(message any) string
}

// system is a Config, looked up quickly.
type system struct {
	config             Config
	number             map[string]int
	messages, commands registry
}

// System makes a system of actors. It panics where the config cannot be one: this is a mistake in the
// program that calls it.
func System(c Config) *node.System {
	s := &system{config: c, number: map[string]int{}, messages: newRegistry(c.Messages), commands: newRegistry(c.Commands)}
	out := &node.System{
		Name: c.Name, Nodes: c.Nodes, Order: c.Order, Oracle: c.Oracle,
		New:    func(i int) node.Node { return newActor(s, i) },
		Decode: func(kind string, text json.RawMessage) (any, error) { return s.changed(kind, text) },
	}
	for i, name := range c.Nodes {
		if _, twice := s.number[name]; twice {
			panic("two nodes are called " + name)
		}
		s.number[name] = i
		start := node.Action{Kind: node.Start, Node: i}
		if c.Content != nil {
			start.Body = Body(c.Content(name))
		}
		out.Setup = append(out.Setup, start)
	}
	out.Setup = append(out.Setup, c.Setup...)
	return out
}

// changed is a message that was written by hand. Nothing is one without content.
func (s *system) changed(name string, text json.RawMessage) (any, error) {
	k, err := s.messages.named(name)
	if err != nil {
		return nil, err
	}
	if _, err := k.decode(text); err != nil {
		return nil, err
	}
	if len(text) == 0 {
		text = json.RawMessage("null")
	}
	return &body{kind: k, text: text, mask: s.config.Mask}, nil
}

// Body is the JSON of a value, as the body of an action. It panics where there is none.
func Body(value any) json.RawMessage {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return text
}

// Command is the action that asks a node of a system for something: a value of a type in Config.Commands.
func Command(s *node.System, name string, command any) node.Action {
	for i, other := range s.Nodes {
		if other == name {
			return node.Action{Kind: node.Command, Node: i, Type: reflect.TypeOf(command).Name(), Body: Body(command)}
		}
	}
	panic("there is no node " + name)
}
