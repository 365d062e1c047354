package flagvalue

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"molly/failure"
)

// Number is an integer that knows whether it was given. Given twice, by whatever spellings, it
// must have the same value.
type Number struct {
	Value int
	Given bool
}

// Set implements pflag.Value.
func (n *Number) Set(text string) error {
	v, err := strconv.Atoi(text)
	if err != nil {
		return errors.New("it must be an integer")
	}
	if n.Given && n.Value != v {
		return fmt.Errorf("it is already given as %d", n.Value)
	}
	n.Value, n.Given = v, true
	return nil
}

// String implements pflag.Value.
func (n *Number) String() string {
	if !n.Given {
		return ""
	}
	return strconv.Itoa(n.Value)
}

// Type implements pflag.Value.
func (n *Number) Type() string { return "int" }

// OrNil is the number, or nil where it was not given.
func (n *Number) OrNil() *int {
	if !n.Given {
		return nil
	}
	return &n.Value
}

// Nodes is a list of nodes, such as a,b,c. It is nil where it was not given.
type Nodes struct{ List []string }

// Set implements pflag.Value.
func (n *Nodes) Set(text string) error {
	list, err := failure.ParseNodes(text)
	if err != nil {
		return err
	}
	if n.List != nil && !slices.Equal(n.List, list) {
		return fmt.Errorf("it is already given as %s", n)
	}
	n.List = list
	return nil
}

// String implements pflag.Value.
func (n *Nodes) String() string { return failure.QuoteNodes(n.List) }

// Type implements pflag.Value.
func (n *Nodes) Type() string { return "a,b,c" }
