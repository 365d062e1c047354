package actor

import (
	"encoding/json"
	"fmt"
	"reflect"

	"molly/node"
)

// actor is an Actor as a node.
type actor struct {
	system  *system
	name    string
	content json.RawMessage
	it      Actor
}

var _ node.Editor = (*actor)(nil)

func newActor(s *system, i int) *actor {
	name := s.config.Nodes[i]
	it := s.config.New(name)
	if t := reflect.TypeOf(it); t == nil || t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct {
		panic(fmt.Sprintf("an actor of type %T: it must be a pointer to a struct", it))
	}
	return &actor{system: s, name: name, it: it}
}

// Of is the actor of a node of a world, for an oracle.
func Of[T Actor](w *node.World, i int) T { return w.Node(i).(*actor).it.(T) }

// step runs one method.
func (a *actor) step(do func(c *Context)) node.Effect {
	c := &Context{n: a}
	do(c)
	return c.effect
}

func (a *actor) Start(content json.RawMessage) node.Effect {
	a.content = content
	return a.step(a.it.Start)
}

func (a *actor) Deliver(from int, m node.Message) node.Effect {
	message, err := m.Body.(*body).read()
	if err != nil {
		panic(fmt.Sprintf("a message %s that cannot be read: %v", m.Type, err))
	}
	return a.step(func(c *Context) { a.it.Message(c, a.system.config.Nodes[from], message) })
}

func (a *actor) Fire(t node.Timer) node.Effect {
	return a.step(func(c *Context) { a.it.Timer(c, t.Type) })
}

func (a *actor) Command(kind string, body json.RawMessage) node.Effect {
	taker, ok := a.it.(Commander)
	if !ok {
		return node.Effect{Notes: []string{a.name + " takes no commands"}}
	}
	command, err := a.system.commands.decode(kind, body)
	if err != nil {
		return node.Effect{Notes: []string{fmt.Sprintf("the command %s cannot be read: %v", kind, err)}}
	}
	return a.step(func(c *Context) { taker.Command(c, command) })
}

func (a *actor) Restart(lost bool) node.Effect {
	old := reflect.ValueOf(a.it).Elem()
	a.it = a.system.config.New(a.name)
	if fresh := reflect.ValueOf(a.it).Elem(); !lost {
		for i := range fresh.NumField() {
			if f := fresh.Type().Field(i); f.IsExported() && f.Tag.Get("molly") == "stable" {
				fresh.Field(i).Set(old.Field(i))
			}
		}
	}
	if r, ok := a.it.(Restarter); ok {
		return a.step(r.Restart)
	}
	return a.step(a.it.Start)
}

func (a *actor) State() any {
	text, err := json.Marshal(a.it)
	if err != nil {
		return fmt.Sprintf("the state cannot be written as JSON: %v", err)
	}
	return json.RawMessage(text)
}

func (a *actor) SetState(state json.RawMessage) error {
	fresh := a.system.config.New(a.name)
	for v, i := reflect.ValueOf(fresh).Elem(), 0; i < v.NumField(); i++ {
		if v.Type().Field(i).IsExported() {
			v.Field(i).SetZero() // what the new state does not name is not that of a new actor
		}
	}
	if err := json.Unmarshal(state, fresh); err != nil {
		return err
	}
	a.it = fresh
	return nil
}

// Read is the message of an item, for an oracle, where it is a T.
func Read[T any](it *node.Item) (message T, ok bool) {
	b, ok := it.Body.(*body)
	if !ok || b.kind.of != reflect.TypeFor[T]() {
		return message, false
	}
	read, err := b.read()
	if err != nil {
		return message, false
	}
	return read.(T), true
}
