package flagvalue

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"molly/export/text"
	"molly/internal/nearest"
)

// Foreign says what to use instead of flags, and of words for flags, that another program knows.
type Foreign struct {
	Flags map[string]string
	Words map[string]map[string]string // by flag
}

// Mistake says what is wrong with a flag.
func (f Foreign) Mistake(c *cobra.Command, err error) error {
	problem := err.Error()
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		name := unknown.GetSpecifiedName()
		if instead, ok := f.Flags[name]; ok {
			return fmt.Errorf("--%s: %s", name, instead)
		}
		if near := nearest.Word(name, names(c)); near != "" && unknown.GetSpecifiedShortnames() == "" {
			problem += fmt.Sprintf("\nDid you mean --%s?", near)
		}
	case errors.As(err, &invalid):
		flag, value := invalid.GetFlag().Name, invalid.GetValue()
		if instead, ok := f.Words[flag][value]; ok {
			return fmt.Errorf("--%s %s: %s", flag, value, instead)
		}
		problem = fmt.Sprintf("--%s %s: %v", flag, text.Quote(value), invalid.Unwrap())
	}
	return see(problem, c)
}

// seeHelp is an error that names a command's help.
type seeHelp struct{ problem, command string }

func (e *seeHelp) Error() string { return fmt.Sprintf("%s\nSee: %s --help", e.problem, e.command) }

func see(problem string, c *cobra.Command) error { return &seeHelp{problem, c.CommandPath()} }

// Exactly is the check of a command that needs just these arguments.
func Exactly(names ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == len(names) {
			return nil
		}
		return see(fmt.Sprintf("%s needs %s, and nothing else", c.CommandPath(), strings.Join(names, " and ")), c)
	}
}

// Some is the check of a command that needs at least one argument; what says of which kind.
func Some(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) > 0 {
			return nil
		}
		return see(c.CommandPath()+" needs "+what, c)
	}
}

func names(c *cobra.Command) []string {
	var list []string
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			list = append(list, f.Name)
		}
	})
	return list
}

// Arguments makes errors about the arguments of a command, and of all below it, say what it
// takes and where its help is. An error that said is true of says so itself.
func Arguments(c *cobra.Command, said func(error) bool) {
	for _, sub := range c.Commands() {
		Arguments(sub, said)
	}
	check := c.Args
	if check == nil || !c.HasParent() {
		return
	}
	c.Args = func(c *cobra.Command, args []string) error {
		err := check(c, args)
		var own *seeHelp
		switch {
		case err == nil || said(err) || errors.As(err, &own):
			return err
		case len(c.ValidArgs) > 0:
			return see(c.CommandPath()+" needs one of "+strings.Join(c.ValidArgs, ", "), c)
		case c.ValidArgsFunction != nil && len(args) == 0:
			return see(c.CommandPath()+" needs a file: a path, a name such as delivery/ack, or - for standard input", c)
		case len(args) > 0:
			return see(c.CommandPath()+" takes no arguments, but there is "+text.Quote(args[0]), c)
		}
		return see(err.Error(), c)
	}
}

// Unknown refuses words after a program's name that are no command of it.
func Unknown(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	problem := "there is no command " + text.Quote(args[0])
	switch near := root.SuggestionsFor(args[0]); {
	case len(near) > 0:
		problem += "\nDid you mean " + strings.Join(near, " or ") + "?"
	case strings.HasSuffix(args[0], ".ded"):
		problem += "\nDid you mean molly verify " + text.Quote(args[0]) + "?"
	}
	return see(problem, root)
}
