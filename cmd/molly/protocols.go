package main

import (
	"fmt"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"molly/dedalus"
	"molly/export/text"
	"molly/export/wire"
	"molly/internal/nearest"
	"molly/protocols"
	"molly/verify/expect"
)

func (t *tool) protocolsCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "protocols",
		Short: "List the protocols that ship with molly, show one, or copy one to change it",
		Long: `List the protocols that ship with molly, show one, or copy one to change it. Their names work in
every folder wherever a file is expected; a path on disk with the same name wins. Each has
its own specification, which flags override, and says what is to be expected of it, under
that one and others (molly test).`,
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
			if _, err := named(args[0]); err == nil {
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
		Short: "List protocols, with what is expected of them",
		Long: `List all protocols, or those of some folders, each with its nodes and with what is expected of it:
the verdict under some specifications, and a minimal counterexample.`,
		Example: `  molly protocols list
  molly protocols list delivery --json`,
		ValidArgsFunction: completeProtocols,
		RunE: func(_ *cobra.Command, names []string) error {
			list, err := t.listed(names)
			if err != nil {
				return err
			}
			if asJSON {
				return t.encode(protocolList(list))
			}
			shown := make([]text.Protocol, len(list))
			for i, p := range list {
				shown[i] = text.Protocol{Name: p.Name, Title: p.Title, Nodes: p.Nodes, Expected: p.expected}
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
			for _, file := range []string{args[0], args[0] + ".ded"} {
				if text, err := fs.ReadFile(protocols.Library(), file); err == nil {
					t.printf("%s", text)
					return nil
				}
			}
			if _, err := named(args[0]); err == nil {
				return usageError("%s is a folder\nSee: molly protocols list %s", quote(args[0]), quote(args[0]))
			}
			return noProtocol(args[0])
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

// named returns the protocol of that name, or those of the folder.
func named(name string) ([]protocols.Protocol, error) {
	name = strings.TrimSuffix(strings.TrimSuffix(name, "/"), ".ded")
	var list []protocols.Protocol
	for _, p := range protocols.All() {
		if p.Name == name || strings.HasPrefix(p.Name, name+"/") {
			list = append(list, p)
		}
	}
	if list == nil {
		return nil, noProtocol(name)
	}
	return list, nil
}

func noProtocol(name string) error {
	var names []string
	for _, p := range protocols.All() {
		names = append(names, p.Name)
	}
	text := "the library has no protocol " + quote(name)
	if near := nearest.Word(name, names); near != "" {
		text += "\nDid you mean " + near + "?"
	}
	return usageError("%s\nSee: molly protocols", text)
}

// listedProtocol is a protocol with its own setting and what its comments expect.
type listedProtocol struct {
	protocols.Protocol
	dedalus.Setting
	expected []expect.Expectation
}

func protocolList(list []listedProtocol) wire.Protocols {
	out := wire.Protocols{Schema: wire.Schema}
	for _, p := range list {
		out.Protocols = append(out.Protocols, wire.Protocol{
			Name: p.Name, Title: p.Title, Spec: wire.NewSpec(p.Spec, p.Nodes), Expected: wire.NewExpectations(p.expected),
		})
	}
	return out
}

func (t *tool) listed(names []string) ([]listedProtocol, error) {
	chosen := protocols.All()
	if len(names) > 0 {
		chosen = nil
		for _, n := range names {
			found, err := named(n)
			if err != nil {
				return nil, err
			}
			chosen = append(chosen, found...)
		}
	}
	var list []listedProtocol
	for _, p := range chosen {
		f, err := expect.ReadShipped(dedalus.Loader{Library: protocols.Library()}, p.File())
		if err != nil {
			return nil, err
		}
		s, err := f.Program.Setting(dedalus.Settings{})
		if err != nil {
			return nil, err
		}
		list = append(list, listedProtocol{p, s, f.Expectations})
	}
	return list, nil
}
