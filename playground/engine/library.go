package engine

import (
	"context"
	"strings"

	"molly/internal/nearest"
	"molly/protocols"
)

// Protocol is a protocol of the library.
type Protocol struct {
	Name  string `json:"name"`  // such as delivery/ack
	File  string `json:"file"`  // what opens it
	Title string `json:"title"` // in a line
}

// Nothing are the parameters of a request that has none.
type Nothing struct{}

// library lists the protocols, sorted by name.
func (*Engine) library(context.Context, Nothing, Tell) ([]Protocol, error) {
	list := []Protocol{}
	for _, p := range protocols.All() {
		list = append(list, Protocol{p.Name, p.File(), p.Title})
	}
	return list, nil
}

// Name names a file of the library.
type Name struct {
	Name string `json:"name"`
}

// Text is the text of a file.
type Text struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// open reads a file of the library; its name may come without ".ded".
func (*Engine) open(_ context.Context, n Name, _ Tell) (Text, error) {
	if text, found := protocols.Text(n.Name); found {
		return Text{strings.TrimSuffix(n.Name, ".ded") + ".ded", text}, nil
	}
	var names []string
	for _, p := range protocols.All() {
		names = append(names, p.Name)
	}
	return Text{}, &Failure{Message: "the library has no file " + n.Name + nearest.Question(nearest.Word(n.Name, names))}
}
