package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"molly/internal/nearest"
)

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
