package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"molly/failure"
	"molly/internal/nearest"
)

// number is a flag that knows whether it was given. Given twice, by whatever
// spellings, it must have the same value.
type number struct {
	value int
	given bool
}

func (n *number) Set(text string) error {
	v, err := strconv.Atoi(text)
	if err != nil {
		return errors.New("it must be an integer")
	}
	if n.given && n.value != v {
		return fmt.Errorf("it was given before as %d", n.value)
	}
	n.value, n.given = v, true
	return nil
}

func (n *number) String() string {
	if !n.given {
		return ""
	}
	return strconv.Itoa(n.value)
}

func (n *number) Type() string { return "int" }

// orNil is the number, or nil where it was not given.
func (n *number) orNil() *int {
	if !n.given {
		return nil
	}
	return &n.value
}

// names is a flag with a list of nodes, such as a,b,c.
type names struct {
	list []string
}

func (n *names) Set(text string) error {
	list, err := failure.ParseNodes(text)
	if err != nil {
		return err
	}
	if n.list != nil && !slices.Equal(n.list, list) {
		return fmt.Errorf("it was given before as %s", n)
	}
	n.list = list
	return nil
}

func (n *names) String() string { return failure.QuoteNodes(n.list) }

func (n *names) Type() string { return "a,b,c" }

// choice is a flag with one of a few words for T.
type choice[T any] struct {
	value *T
	words []string
	parse func(string) (T, error)
	word  string // as given, or the default
}

func (c *choice[T]) Set(text string) error {
	v, err := c.parse(text)
	if err == nil {
		*c.value, c.word = v, text
	}
	return err
}

func (c *choice[T]) String() string { return c.word }

func (c *choice[T]) Type() string { return strings.Join(c.words, "|") }

// choose adds a choice to a command's flags; the first word is the default.
func choose[T any](c *cobra.Command, value *T, name, usage string, parse func(string) (T, error), words ...string) {
	c.Flags().Var(&choice[T]{value: value, words: words, parse: parse, word: words[0]}, name, usage)
	complete(c, name, words...)
}

// complete offers words for a flag, in shells.
func complete(c *cobra.Command, flag string, words ...string) {
	fixed := cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
	if err := c.RegisterFlagCompletionFunc(flag, fixed); err != nil {
		panic(err)
	}
}

// flagError says what is wrong with a flag.
func flagError(c *cobra.Command, err error) error {
	text := err.Error()
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		if instead, ok := prototypeFlags[unknown.GetSpecifiedName()]; ok {
			return usageError("--%s: %s", unknown.GetSpecifiedName(), instead)
		}
		if near := nearest.Word(unknown.GetSpecifiedName(), flagNames(c)); near != "" && unknown.GetSpecifiedShortnames() == "" {
			text += fmt.Sprintf("\nDid you mean --%s?", near)
		}
	case errors.As(err, &invalid):
		if instead, ok := prototypeWords[invalid.GetFlag().Name][invalid.GetValue()]; ok {
			return usageError("--%s %s: %s", invalid.GetFlag().Name, invalid.GetValue(), instead)
		}
		text = fmt.Sprintf("--%s %s: %v", invalid.GetFlag().Name, quote(invalid.GetValue()), invalid.Unwrap())
	}
	return usageError("%s\nSee: %s --help", text, c.CommandPath())
}

func flagNames(c *cobra.Command) []string {
	var list []string
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			list = append(list, f.Name)
		}
	})
	return list
}

// argumentError says what is wrong with the words that are no flags.
func argumentError(c *cobra.Command, args []string, err error) error {
	text := err.Error()
	switch {
	case len(c.ValidArgs) > 0:
		text = c.CommandPath() + " needs one of " + strings.Join(c.ValidArgs, ", ")
	case c.ValidArgsFunction != nil && len(args) == 0:
		text = c.CommandPath() + " needs a file: a path, a name such as delivery/ack, or - for standard input"
	case len(args) > 0:
		text = c.CommandPath() + " takes no arguments, but there is " + quote(args[0])
	}
	return usageError("%s\nSee: %s --help", text, c.CommandPath())
}
