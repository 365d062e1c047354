package main

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/spf13/cobra"

	"molly/export/text"
	"molly/internal/flagvalue"
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
	for _, folder := range []string{"output", "source"} {
		if err := c.MarkFlagDirname(folder); err != nil {
			panic(err)
		}
	}
	return c
}

func (t *tool) playground(ctx context.Context, f playgroundFlags, files []string) error {
	var opens *playground.Program
	if len(files) > 0 {
		program, err := t.load(sources{}, files)
		if err != nil {
			return err
		}
		opens = playground.Opens(program.Sources())
	}
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
	found, err := playground.FindSources(f.sources)
	if err != nil {
		return usageError("%v\nName a checkout: --source FOLDER", err)
	}
	module, err := found.Compile(ctx, cache, func() { t.Complain("compiling the engine to WebAssembly, which takes a minute the first time") })
	var noGo *playground.NoGoError
	if errors.As(err, &noGo) {
		return usageError("%v\nInstall Go 1.26 (https://go.dev/dl), or make the page on another machine: it is one file, and needs nothing else", err)
	} else if err != nil {
		return err
	}
	page := playground.Page(module, opens)
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
