package main

import (
	"context"
	"path/filepath"

	"github.com/spf13/cobra"

	"molly"
	"molly/export/text"
	"molly/internal/flagvalue"
	"molly/internal/process"
	"molly/playground"
)

// playgroundFlags are the flags of molly playground.
type playgroundFlags struct {
	folder, sources string
	open            bool
}

func (t *tool) playgroundCommand() *cobra.Command {
	var f playgroundFlags
	c := &cobra.Command{
		Use:   "playground [FILE]",
		Short: "Make a page to write, verify and share protocols in: it opens from disk, without a server",
		Args: func(_ *cobra.Command, files []string) error {
			if len(files) > 1 {
				return usageError("the page opens with one file and what it includes: name one")
			}
			return nil
		},
		RunE:              func(c *cobra.Command, files []string) error { return t.playground(c.Context(), f, files) },
		ValidArgsFunction: flagvalue.CompleteFiles,
	}
	flags := c.Flags()
	flags.StringVarP(&f.folder, "output", "o", "", "write the page to this `folder` (molly-playground; with --open, one of the user's cache)")
	flags.BoolVar(&f.open, "open", false, "open the page in a browser")
	flags.StringVar(&f.sources, "source", "", "the `folder` of the sources of molly, from which the page is compiled")
	process.TimeFlag(c)
	for _, folder := range []string{"output", "source"} {
		if err := c.MarkFlagDirname(folder); err != nil {
			panic(err)
		}
	}
	return c
}

func (t *tool) playground(ctx context.Context, f playgroundFlags, files []string) error {
	folder, cache := f.folder, playground.Cache()
	switch {
	case folder != "":
	case f.open && cache != "":
		folder = filepath.Join(cache, "page")
	default:
		folder = "molly-playground"
	}
	if err := playground.Check(folder); err != nil {
		return usageError("--output %v", err)
	}
	var program *molly.Program
	if len(files) > 0 {
		var err error
		if program, err = t.load(sources{}, files); err != nil {
			return err
		}
	}
	page, err := playground.Make(ctx, f.sources, cache, func() { t.Complain("compiling the engine to WebAssembly, which takes a minute the first time") })
	if err != nil {
		return err
	}
	if program != nil {
		page = playground.With(page, playground.Opens(program.Sources()))
	}
	path, err := playground.Write(folder, page)
	if err != nil {
		return err
	}
	if err := text.Playground(&t.Out, path, len(page)); err != nil || !f.open {
		return err
	}
	if err := playground.Open(ctx, path); err != nil {
		return usageError("no browser can be started: %v\nOpen %s with one", err, path)
	}
	return nil
}
