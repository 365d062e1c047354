package actor

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"
	"time"
)

type inner struct {
	A []string `json:"a,omitempty"`
	M map[string][]int
}

type outer struct {
	Flag  bool
	Small int8
	Big   uint64
	Text  string `json:"text"`
	Bytes []byte
	List  []inner
	Fixed [2]inner
	To    *inner
	Maybe map[int]*inner `json:",omitempty"`
}

type flat struct{ A, B int }

// A copy of a plain value is what is read when it is written as JSON, and shares nothing with it.
func TestCopy(t *testing.T) {
	for _, value := range []any{
		flat{1, 2},
		outer{},
		outer{Flag: true, Small: -3, Big: math.MaxUint64, Text: "<&> ünï \x00", Bytes: []byte{}, List: []inner{}, Maybe: map[int]*inner{}},
		outer{
			Bytes: []byte{1, 255}, List: []inner{{A: []string{}}, {A: []string{"x"}, M: map[string][]int{"k": {1}, "": nil}}},
			Fixed: [2]inner{1: {A: []string{"y"}}}, To: &inner{M: map[string][]int{}}, Maybe: map[int]*inner{-1: nil, 7: {A: []string{"z"}}},
		},
	} {
		r := newRegistry([]any{value})
		k, ok := r.of(value)
		if !ok || !k.plain {
			t.Fatalf("%T is not plain", value)
		}
		text, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		want, err := k.decode(text)
		if err != nil {
			t.Fatal(err)
		}
		copied := k.copy(value)
		if !reflect.DeepEqual(copied, want) {
			t.Errorf("%#v, want %#v", copied, want)
		}
		destroy(reflect.ValueOf(value))
		if !reflect.DeepEqual(copied, want) {
			t.Errorf("the copy of %T shares memory with it", value)
		}
	}
}

// destroy changes all that a value refers to.
func destroy(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			destroy(v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			destroy(v.Index(i))
			if v.Index(i).CanSet() {
				v.Index(i).SetZero()
			}
		}
	case reflect.Pointer:
		if !v.IsNil() {
			destroy(v.Elem())
			v.Elem().SetZero()
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			destroy(v.MapIndex(key))
			v.SetMapIndex(key, reflect.Value{})
		}
	}
}

type tree struct{ Children []tree }

type stamp struct{ At time.Time }

type twins struct {
	Ab int
	AB int
}

// Types that JSON does not write as they are go the long way.
func TestNotPlain(t *testing.T) {
	//lint:ignore U1000 that it has a field nobody sees is the case
	type unexported struct{ a int }
	type left struct {
		A int `json:"-"`
	}
	type option struct {
		A int `json:",string"`
	}
	type embedded struct{ flat }
	type float struct{ A float64 }
	type whatever struct{ A any }
	type functions struct{ A func() }
	type odd struct{ A map[bool]int }
	type named struct {
		A int `json:"b"`
		B int
	}
	for _, value := range []any{
		tree{}, stamp{}, twins{}, unexported{}, left{}, option{}, embedded{}, float{}, whatever{}, functions{}, odd{}, named{},
	} {
		if k := newRegistry([]any{value})[reflect.TypeOf(value).Name()]; k.plain {
			t.Errorf("%T is plain", value)
		}
	}
}
