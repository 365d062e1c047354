package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"molly"
	"molly/export/text"
	"molly/internal/numeral"
	"molly/internal/process"
	"molly/internal/repro"
	"molly/internal/repro/demi"
	"molly/internal/terminal"
	"molly/protocols"
)

// reproFlags are the flags of repro.
type reproFlags struct {
	folder string
	limit  time.Duration
	demi   demi.Options
	plot   pictureFlag
	page   pageFlag // a folder that has one report for each program
}

func (t *tool) reproCommand() *cobra.Command {
	var f reproFlags
	c := &cobra.Command{
		Use:       "repro figure11|figure12|figure13|all|demi",
		Short:     "Measure what the tables of the LDFI and DEMi papers show, with the protocols and samples here",
		ValidArgs: append(repro.Names(), "demi"),
		Args:      cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs),
		RunE: func(c *cobra.Command, args []string) error {
			if args[0] == "demi" {
				return t.reproDEMi(c, &f)
			}
			if name := given(c, "seeds", "executions"); name != "" {
				return usageError("--%s is for demi", name)
			}
			return t.repro(c.Context(), &f, args[0])
		},
	}
	c.Flags().StringVarP(&f.folder, "output", "o", "", "also write page, tables and plots to a `folder`")
	process.MemoryFlag(c)
	process.TimeFlag(c)
	c.Flags().DurationVar(&f.limit, "for", 120*time.Second, "end each search and each sweep after this `time`")
	c.Flags().IntVar(&f.demi.Seeds, "seeds", 10, "demi: reduce so many executions of each bug")
	c.Flags().IntVar(&f.demi.Executions, "executions", 1000, "demi: end each reduction by a method of the paper after so many executions")
	f.plot.register(c, "the figure's plot")
	f.page.register(c, "the executions of each program")
	return c
}

func (t *tool) repro(ctx context.Context, f *reproFlags, which string) error {
	if f.limit <= 0 {
		return usageError("--for %v: it must be more than 0", f.limit)
	}
	if len(f.plot.paths) > 0 && which == "all" {
		return usageError("--draw is for one figure; -o writes the plots of all")
	}
	if f.page.folder != "" && which == "figure11" {
		return usageError("--report is for the programs of figure12 and figure13")
	}
	if err := f.plot.fits(); err != nil {
		return err
	}
	p := terminal.NewProgress(t.Stderr, 0)
	defer p.End()
	o := repro.Options{Library: protocols.Library(), For: f.limit, Progress: p.Say}
	figures, err := repro.Measure(ctx, which, o, t.printFigure)
	if err != nil {
		return err
	}
	if len(f.plot.targets) > 0 {
		if err := t.writePicture(figures[0].Plots[0].Scene, &figureFlags{}, f.plot.targets, ""); err != nil {
			return err
		}
	}
	for _, g := range figures {
		for _, searched := range g.Searched {
			if err := t.reportOn(ctx, f, searched); err != nil {
				return err
			}
		}
	}
	return t.writeFigures(f, repro.LDFI, fmt.Sprintf("--for %v", f.limit), figures)
}

// reproDEMi measures what the DEMi paper shows.
func (t *tool) reproDEMi(c *cobra.Command, f *reproFlags) error {
	if name := given(c, "for", "draw", "report"); name != "" {
		return usageError("--%s is for the figures of the LDFI paper; -o writes all plots", name)
	}
	if f.demi.Seeds < 1 || f.demi.Executions < 1 {
		return usageError("--seeds and --executions must be at least 1")
	}
	p := terminal.NewProgress(t.Stderr, 0)
	defer p.End()
	f.demi.Progress = p.Say
	figures, err := demi.Measure(c.Context(), f.demi, t.printFigure)
	if err != nil {
		return err
	}
	return t.writeFigures(f, repro.DEMi, fmt.Sprintf("--seeds %d --executions %d", f.demi.Seeds, f.demi.Executions), figures)
}

// given is the first of some flags that is on the command line, or "".
func given(c *cobra.Command, names ...string) string {
	i := slices.IndexFunc(names, c.Flags().Changed)
	if i < 0 {
		return ""
	}
	return names[i]
}

// printFigure prints a figure as soon as it is there.
func (t *tool) printFigure(g *repro.Figure) {
	_ = text.Figure(&t.Out, t.style, g.Title, g.Table.Head, g.Table.Rows, g.Notes) // a buffer takes everything
	_ = t.Flush()                                                                  // the end of the command says what went wrong
}

// writeFigures writes the page of figures, if it is asked for. how are the flags by which they were measured.
func (t *tool) writeFigures(f *reproFlags, name, how string, figures []*repro.Figure) error {
	if f.folder == "" {
		return nil
	}
	commit := build().Commit
	page, folder, err := repro.Write(f.folder, name, repro.About(time.Now(), how, commit[:min(7, len(commit))]), figures)
	if err != nil {
		return usageError("-o: %v", err)
	}
	t.Printf("\nWritten to %s and %s.\n", page, folder)
	return nil
}

// reportOn writes a report of a program of a figure.
func (t *tool) reportOn(ctx context.Context, f *reproFlags, of repro.Searched) error {
	if f.page.folder == "" {
		return nil
	}
	e, err := t.begin(sources{}, molly.Options{EOT: &of.Spec.EOT, EFF: &of.Spec.EFF, Crashes: &of.Spec.Crashes}, []string{of.Name})
	if err != nil {
		return err
	}
	page := f.page
	page.folder = filepath.Join(f.page.folder, strings.ReplaceAll(of.Name, "/", "-"))
	if err := os.MkdirAll(f.page.folder, 0o777); err != nil {
		return usageError("--report: %v", err)
	}
	if err := page.fits(); err != nil {
		return err
	}
	limited, cancel := process.WithTimeout(ctx, f.limit)
	defer cancel()
	if err := page.search(limited, ctx, e, molly.Search{}); err != nil {
		return err
	}
	t.Printf("%s: %s\n", filepath.Join(page.folder, "index.html"), numeral.Count(page.written.Shown, "execution"))
	return t.Flush()
}
