package main

import (
	"github.com/spf13/cobra"

	"molly/lsp"
)

func (t *tool) lspCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "lsp",
		Short: "Serve editors: diagnostics, completion, verdicts, over the language server protocol",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return t.lsp() },
	}
	c.Flags().Bool("stdio", true, "talk on standard input and output, the only way there is; editors give this flag")
	return c
}

// lsp serves one session. The protocol says that a client which goes without saying so ends the server with 1.
func (t *tool) lsp() error {
	err := lsp.Serve(t.Context(), t.Stdin, t.Stdout, lsp.Options{Version: build().Version, Docs: docs})
	if err == lsp.ErrNoShutdown {
		return &outcome{1, err.Error()}
	}
	return err
}
