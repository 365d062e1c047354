package actor

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// kind is a type of messages or commands.
type kind struct {
	name string
	of   reflect.Type
	// plain tells that a copy is what JSON would make of a value, so there is no need to write it.
	plain bool
	// deep copies what a value refers to; nil where it refers to nothing.
	deep copier
}

// decode reads a value.
func (k *kind) decode(text json.RawMessage) (any, error) {
	v := reflect.New(k.of)
	if len(text) > 0 {
		if err := json.Unmarshal(text, v.Interface()); err != nil {
			return nil, err
		}
	}
	return v.Elem().Interface(), nil
}

// copy copies a value of a plain type.
func (k *kind) copy(value any) any {
	if k.deep == nil {
		return value
	}
	v := reflect.New(k.of).Elem()
	v.Set(reflect.ValueOf(value))
	k.deep(v)
	return v.Interface()
}

// registry are types by name.
type registry map[string]*kind

func newRegistry(values []any) registry {
	r := registry{}
	for _, v := range values {
		t := reflect.TypeOf(v)
		if t == nil || t.Name() == "" {
			panic(fmt.Sprintf("a message of type %T: it needs a type with a name", v))
		}
		if _, twice := r[t.Name()]; twice {
			panic("two types are called " + t.Name())
		}
		k := &kind{name: t.Name(), of: t}
		k.deep, k.plain = copierOf(t, nil)
		r[t.Name()] = k
	}
	return r
}

// of is the kind of a value.
func (r registry) of(v any) (*kind, bool) {
	t := reflect.TypeOf(v)
	if t == nil {
		return nil, false
	}
	k, ok := r[t.Name()]
	return k, ok && k.of == t
}

// named is the kind of a name.
func (r registry) named(name string) (*kind, error) {
	k, ok := r[name]
	if !ok {
		return nil, fmt.Errorf("there is no type %q; there are %s", name, strings.Join(slices.Sorted(maps.Keys(r)), ", "))
	}
	return k, nil
}

// decode reads a value of a type by its name.
func (r registry) decode(name string, text json.RawMessage) (any, error) {
	k, err := r.named(name)
	if err != nil {
		return nil, err
	}
	return k.decode(text)
}
