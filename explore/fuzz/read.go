package fuzz

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// FileError says what is wrong with the file of a plan, and where.
type FileError struct {
	Line, Column int // from 1; the column in bytes
	Text         string
	Problem      string
}

func (e *FileError) Error() string {
	text := strings.TrimLeft(e.Text, " \t")
	return fmt.Sprintf("%d:%d: %s\n    %s\n    %s^", e.Line, e.Column, e.Problem, text, strings.Repeat(" ", max(0, e.Column-1-len(e.Text)+len(text))))
}

// Read reads a plan from a file of JSON. Fields that are not there are zero. The error is a *FileError.
func Read(file []byte) (Plan, error) {
	r := reader{text: file, in: json.NewDecoder(bytes.NewReader(file)), fields: map[string]int64{}}
	var p Plan
	err := r.object("", reflect.ValueOf(&p).Elem())
	if err == nil && len(bytes.TrimSpace(file[r.in.InputOffset():])) > 0 {
		err = r.wrong(r.here(), "the plan has ended before this")
	}
	var field *FieldError
	if err == nil && errors.As(p.check(), &field) {
		err = r.wrong(r.fields[field.Field], field.Field+": "+field.Problem)
	}
	if err != nil {
		return Plan{}, err
	}
	return p, nil
}

// reader reads the fields of a struct one by one, to know where each of them is.
type reader struct {
	text   []byte
	in     *json.Decoder
	fields map[string]int64 // where the values of fields begin, by their paths
}

// here is where the next token begins.
func (r *reader) here() int64 {
	at := r.in.InputOffset()
	for at < int64(len(r.text)) && strings.IndexByte(" \t\r\n,:", r.text[at]) >= 0 {
		at++
	}
	return at
}

// wrong is an error at a place of the file.
func (r *reader) wrong(at int64, problem string) error {
	at = min(at, int64(len(r.text)))
	before := r.text[:at]
	begin := bytes.LastIndexByte(before, '\n') + 1
	line, _, _ := bytes.Cut(r.text[begin:], []byte("\n"))
	return &FileError{bytes.Count(before, []byte("\n")) + 1, int(at) - begin + 1, strings.ToValidUTF8(strings.TrimRight(string(line), "\r"), "?"), problem}
}

// failed is an error of the decoder, in a value that begins at a place.
func (r *reader) failed(at int64, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return r.wrong(max(0, r.in.InputOffset(), syntax.Offset-1), "this is no JSON: "+syntax.Error())
	case errors.As(err, &kind):
		return r.wrong(at, fmt.Sprintf("%s is not what belongs here: %s", kind.Value, nameOf(kind.Type)))
	}
	return r.wrong(int64(len(bytes.TrimRight(r.text, " \t\r\n"))), "the file ends too early")
}

// nameOf says what a field takes.
func nameOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Float64:
		return "a number"
	case reflect.Int:
		return "an integer"
	case reflect.Slice:
		return "a list"
	}
	return "an object"
}

// open reads the token that begins an object or a list.
func (r *reader) open(want json.Delim, what string) error {
	at := r.here()
	token, err := r.in.Token()
	if err != nil {
		return r.failed(at, err)
	}
	if token != want {
		return r.wrong(at, what+" belongs here")
	}
	return nil
}

// object reads an object into a struct.
func (r *reader) object(path string, into reflect.Value) error {
	if err := r.open('{', "an object {…}"); err != nil {
		return err
	}
	names := fieldNames(into.Type())
	for r.in.More() {
		at := r.here()
		key, err := r.in.Token()
		if err != nil {
			return r.failed(at, err)
		}
		i := slices.Index(names, key.(string))
		if i < 0 {
			return r.wrong(at, fmt.Sprintf("there is no field %q; there are %s", key, strings.Join(names, ", ")))
		}
		if err := r.value(path+names[i], into.Field(i)); err != nil {
			return err
		}
	}
	return r.close()
}

// value reads the value of a field.
func (r *reader) value(path string, into reflect.Value) error {
	at := r.here()
	if _, twice := r.fields[path]; twice {
		return r.wrong(at, path+" is there twice")
	}
	r.fields[path] = at
	if into.Kind() == reflect.Slice && into.Type().Elem().Kind() == reflect.Struct {
		return r.list(path, into)
	}
	if err := r.in.Decode(into.Addr().Interface()); err != nil {
		return r.failed(at, err)
	}
	return nil
}

// list reads a list of structs.
func (r *reader) list(path string, into reflect.Value) error {
	if err := r.open('[', "a list […]"); err != nil {
		return err
	}
	for n := 0; r.in.More(); n++ {
		one := reflect.New(into.Type().Elem()).Elem()
		if err := r.object(fmt.Sprintf("%s[%d].", path, n), one); err != nil {
			return err
		}
		into.Set(reflect.Append(into, one))
	}
	return r.close()
}

// close reads the token that ends an object or a list.
func (r *reader) close() error {
	at := r.here()
	if _, err := r.in.Token(); err != nil {
		return r.failed(at, err)
	}
	return nil
}

// fieldNames are the names of a struct's fields in JSON.
func fieldNames(t reflect.Type) []string {
	var names []string
	for f := range t.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}
