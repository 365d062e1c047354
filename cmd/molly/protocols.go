package main

import (
	"errors"

	"github.com/spf13/cobra"

	"molly"
	"molly/export/text"
	"molly/export/wire"
	"molly/internal/flagvalue"
	"molly/protocols"
)

func (t *tool) protocolsCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "protocols",
		Short: "List the protocols that ship with molly, show one, or copy one to change it",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			word, meant := text.Quote(args[0]), ""
			if protocols.Named(args[0]) != nil {
				meant = "\nDid you mean molly protocols show " + word + "?"
			}
			return usageError("protocols has no command %s: it has list, show and copy%s\nSee: %s --help", word, meant, c.CommandPath())
		},
	}
	list := t.protocolsListCommand()
	c.RunE = func(*cobra.Command, []string) error { return list.RunE(list, nil) }
	c.Flags().AddFlag(list.Flags().Lookup("json"))
	c.AddCommand(list, t.protocolsShowCommand(), t.protocolsCopyCommand())
	return c
}

func (t *tool) protocolsListCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:               "list [NAME…]",
		Short:             "List protocols, with their expected verdicts",
		ValidArgsFunction: flagvalue.CompleteProtocols,
		RunE: func(_ *cobra.Command, names []string) error {
			list, err := molly.Protocols(names...)
			if err != nil {
				return protocolError(err)
			}
			if asJSON {
				return wire.Encode(&t.Out, wire.NewProtocols(list))
			}
			return text.Protocols(&t.Out, t.style, list)
		},
	}
	registerJSON(c, &asJSON)
	return c
}

func (t *tool) protocolsShowCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "show NAME",
		Short:             "Print a protocol's text",
		Args:              flagvalue.Exactly("NAME"),
		ValidArgsFunction: flagvalue.CompleteProtocols,
		RunE: func(_ *cobra.Command, args []string) error {
			if content, found := protocols.Text(args[0]); found {
				t.Printf("%s", content)
				return nil
			}
			if _, err := molly.Protocols(args[0]); err != nil {
				return protocolError(err)
			}
			return usageError("%s is a folder\nSee: molly protocols list %s", text.Quote(args[0]), text.Quote(args[0]))
		},
	}
}

func (t *tool) protocolsCopyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "copy NAME DIR",
		Short: "Copy a protocol and what it includes into a folder",
		Args:  flagvalue.Exactly("NAME", "DIR"),
		ValidArgsFunction: func(c *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 0 {
				return flagvalue.CompleteProtocols(c, args, prefix)
			}
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(_ *cobra.Command, args []string) error {
			paths, err := molly.CopyProtocol(args[0], args[1])
			if err != nil {
				return protocolError(err)
			}
			for _, p := range paths {
				t.Printf("%s\n", p)
			}
			return nil
		},
	}
}

// protocolError adds to an error where the names of protocols are.
func protocolError(err error) error {
	var unknown *molly.UnknownProtocolError
	if errors.As(err, &unknown) {
		return usageError("%v\nSee: molly protocols", err)
	}
	return err
}
