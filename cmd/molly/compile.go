package main

import "github.com/spf13/cobra"

func (t *tool) compileCommand() *cobra.Command {
	var s sources
	c := &cobra.Command{
		Use:   "compile FILE…",
		Short: "Print the Datalog program that a Dedalus program stands for",
		Long: `Print the program in plain Datalog, as the LDFI paper's §4.1 rewrites it: every relation has
a time column, every rule a clock atom where it needs one, and for each rule there is a firings
relation that records the bindings of its body.`,
		Example: `  molly compile delivery/simple`,
		Args:    needsFiles,
		RunE: func(_ *cobra.Command, files []string) error {
			program, found, err := t.load(s, files)
			if err != nil {
				return err
			}
			t.show(append(found, horizon(program)...))
			t.printf("%s", program.Datalog().Rewritten())
			return nil
		},
	}
	s.register(c)
	return c
}
