package actor

import (
	"encoding"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
)

// copier replaces what a value refers to by copies, in place.
type copier func(v reflect.Value)

// copierOf is how values of a type are copied. Plain tells that the copy is what is read when the value is written as
// JSON; it is not where JSON leaves something out or fails, or where the type has its own way to be written. A nil
// copier has nothing to do. Within are the types that the type is in.
func copierOf(t reflect.Type, within []reflect.Type) (copy copier, plain bool) {
	if slices.Contains(within, t) || writesItself(t) {
		return nil, false
	}
	within = append(within, t)
	switch t.Kind() {
	case reflect.Bool, reflect.String, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return nil, true
	case reflect.Struct:
		return structCopier(t, within)
	case reflect.Array:
		elem, plain := copierOf(t.Elem(), within)
		return eachCopier(elem), plain
	case reflect.Slice:
		elem, plain := copierOf(t.Elem(), within)
		each := eachCopier(elem)
		return func(v reflect.Value) {
			if v.IsNil() {
				return
			}
			made := reflect.MakeSlice(t, v.Len(), v.Len())
			reflect.Copy(made, v)
			if each != nil {
				each(made)
			}
			v.Set(made)
		}, plain
	case reflect.Pointer:
		elem, plain := copierOf(t.Elem(), within)
		return func(v reflect.Value) {
			if !v.IsNil() {
				v.Set(copied(v.Elem(), elem).Addr())
			}
		}, plain
	case reflect.Map:
		_, keys := copierOf(t.Key(), within)
		elem, plain := copierOf(t.Elem(), within)
		return func(v reflect.Value) {
			if v.IsNil() {
				return
			}
			made := reflect.MakeMapWithSize(t, v.Len())
			for entry := v.MapRange(); entry.Next(); {
				made.SetMapIndex(entry.Key(), copied(entry.Value(), elem))
			}
			v.Set(made)
		}, keys && plain && t.Key().Kind() != reflect.Bool && t.Key().Kind() != reflect.Struct
	}
	return nil, false
}

// copied is a copy that can be addressed.
func copied(v reflect.Value, deep copier) reflect.Value {
	made := reflect.New(v.Type()).Elem()
	made.Set(v)
	if deep != nil {
		deep(made)
	}
	return made
}

// eachCopier copies what the elements of an array or a slice refer to.
func eachCopier(elem copier) copier {
	if elem == nil {
		return nil
	}
	return func(v reflect.Value) {
		for i := range v.Len() {
			elem(v.Index(i))
		}
	}
}

// structCopier copies what fields refer to.
func structCopier(t reflect.Type, within []reflect.Type) (copier, bool) {
	type part struct {
		field int
		copy  copier
		omit  bool
	}
	var parts []part
	names := map[string]bool{}
	for i := range t.NumField() {
		f := t.Field(i)
		deep, plain := copierOf(f.Type, within)
		name, omit, known := tag(f)
		if !plain || !known || !f.IsExported() || f.Anonymous || names[strings.ToLower(name)] {
			return nil, false
		}
		names[strings.ToLower(name)] = true
		if deep != nil {
			parts = append(parts, part{i, deep, omit && (f.Type.Kind() == reflect.Slice || f.Type.Kind() == reflect.Map)})
		}
	}
	if parts == nil {
		return nil, true
	}
	return func(v reflect.Value) {
		for _, p := range parts {
			f := v.Field(p.field)
			if p.omit && f.Len() == 0 {
				f.SetZero() // it is left out, and nil where it is read
				continue
			}
			p.copy(f)
		}
	}, true
}

// tag reads the name of a field in JSON, and whether it is left out where it is empty. Other options are not known.
func tag(f reflect.StructField) (name string, omit, known bool) {
	name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
	if name == "" {
		name = f.Name
	}
	return name, option == "omitempty", name != "-" && (option == "" || option == "omitempty")
}

var writers = []reflect.Type{
	reflect.TypeFor[json.Marshaler](), reflect.TypeFor[json.Unmarshaler](),
	reflect.TypeFor[encoding.TextMarshaler](), reflect.TypeFor[encoding.TextUnmarshaler](),
}

// writesItself reports whether a type has a method that writes or reads its values.
func writesItself(t reflect.Type) bool {
	return slices.ContainsFunc(writers, func(w reflect.Type) bool { return t.Implements(w) || reflect.PointerTo(t).Implements(w) })
}
