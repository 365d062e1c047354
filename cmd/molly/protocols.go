package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"molly"
	"molly/export/text"
	"molly/export/wire"
	"molly/protocols"
)

func (t *tool) protocolsCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "protocols",
		Short: "List the protocols that ship with molly, show one, or copy one to change it",
		Long: `List the protocols that ship with molly, show one, or copy one to change it. Their names work in
every folder wherever a file is expected; a path on disk with the same name wins. Each has
its own specification, which flags override, and states its expected verdicts, under that
specification and others (molly test).`,
		Example: `  molly protocols
  molly protocols list delivery
  molly protocols show delivery/ack
  molly protocols copy delivery/ack specs
  molly verify delivery/ack`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			text := fmt.Sprintf("protocols has no command %s: it has list, show and copy", quote(args[0]))
			if protocols.Named(args[0]) != nil {
				text += fmt.Sprintf("\nDid you mean molly protocols show %s?", quote(args[0]))
			}
			return usageError("%s\nSee: %s --help", text, c.CommandPath())
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
		Use:   "list [NAME…]",
		Short: "List protocols, with their expected verdicts",
		Long: `List all protocols, or those of some folders, each with its nodes and what is expected of it: the
verdict under some specifications, and a minimal counterexample.`,
		Example: `  molly protocols list
  molly protocols list delivery --json`,
		ValidArgsFunction: completeProtocols,
		RunE: func(_ *cobra.Command, names []string) error {
			list, err := molly.Protocols(names...)
			if err != nil {
				return protocolError(err)
			}
			if asJSON {
				return t.encode(protocolList(list))
			}
			shown := make([]text.Protocol, len(list))
			for i, p := range list {
				shown[i] = text.Protocol{Name: p.Name, Title: p.Title, Nodes: p.Nodes, Expected: p.Expected}
			}
			return text.Protocols(&t.out, t.style, shown)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON (docs/json.md)")
	return c
}

func (t *tool) protocolsShowCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "show NAME",
		Short: "Print a protocol's text",
		Long: `Print the text of a protocol of the library, or of a part that protocols include, such as
delivery/network.`,
		Example:           `  molly protocols show delivery/ack`,
		Args:              needs("NAME"),
		ValidArgsFunction: completeProtocols,
		RunE: func(_ *cobra.Command, args []string) error {
			if text, found := protocols.Text(args[0]); found {
				t.printf("%s", text)
				return nil
			}
			if _, err := molly.Protocols(args[0]); err != nil {
				return protocolError(err)
			}
			return usageError("%s is a folder\nSee: molly protocols list %s", quote(args[0]), quote(args[0]))
		},
	}
}

// needs is the check of a fixed number of arguments.
func needs(names ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == len(names) {
			return nil
		}
		return usageError("%s needs %s, and nothing else\nSee: %s --help", c.CommandPath(), strings.Join(names, " and "), c.CommandPath())
	}
}

// completeProtocols offers the names of protocols.
func completeProtocols(_ *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
	var list []string
	for _, p := range protocols.All() {
		if strings.HasPrefix(p.Name, prefix) {
			list = append(list, p.Name+"\t"+p.Title)
		}
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

// protocolError words an error about protocols for the command line.
func protocolError(err error) error {
	var unknown *molly.UnknownProtocolError
	var other *molly.OtherFileError
	switch {
	case errors.As(err, &unknown):
		text := "the library has no protocol " + quote(unknown.Name)
		if unknown.Near != "" {
			text += "\nDid you mean " + unknown.Near + "?"
		}
		return usageError("%s\nSee: molly protocols", text)
	case errors.As(err, &other):
		return usageError("%v", err)
	}
	return err
}

func protocolList(list []molly.Protocol) wire.Protocols {
	out := wire.Protocols{Schema: wire.Schema}
	for _, p := range list {
		out.Protocols = append(out.Protocols, wire.Protocol{
			Name: p.Name, Title: p.Title, Spec: wire.NewSpec(p.Spec, p.Nodes), Expected: wire.NewExpectations(p.Expected),
		})
	}
	return out
}
