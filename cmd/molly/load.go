package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"molly"
	"molly/dedalus"
	"molly/internal/numeral"
	"molly/protocols"
)

// sources are the flags that say where a program comes from.
type sources struct {
	include []string
	json    bool
}

func (s *sources) register(c *cobra.Command) {
	c.Flags().StringArrayVarP(&s.include, "include", "I", nil, "also look for included files in `folder` (repeatable)")
	if err := c.MarkFlagDirname("include"); err != nil {
		panic(err)
	}
	c.ValidArgsFunction = completeFiles
}

func (s *sources) registerJSON(c *cobra.Command) {
	c.Flags().BoolVar(&s.json, "json", false, "print the result as JSON (docs/json.md)")
}

// completeFiles offers the protocols of the library, folders and .ded files.
func completeFiles(_ *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
	var list []string
	for _, p := range protocols.All() {
		if strings.HasPrefix(p.Name, prefix) {
			list = append(list, p.Name+"\t"+p.Title)
		}
	}
	if len(list) == 0 {
		return []string{"ded"}, cobra.ShellCompDirectiveFilterFileExt
	}
	directive := cobra.ShellCompDirectiveNoFileComp
	folder, name := filepath.Split(prefix)
	entries, _ := os.ReadDir(filepath.Clean(folder + ".")) // there may be no such folder
	for _, e := range entries {
		switch path := folder + e.Name(); {
		case !strings.HasPrefix(e.Name(), name):
		case e.IsDir():
			list = append(list, path+"/")
			directive |= cobra.ShellCompDirectiveNoSpace
		case filepath.Ext(path) == ".ded":
			list = append(list, path)
		}
	}
	return list, directive
}

// read loads the files as one program. The error is a *molly.LoadError or the context's.
func (t *tool) read(s sources, files []string) (*molly.Program, error) {
	return molly.Sources{Include: s.include, Stdin: t.stdin}.Load(t.ctx, files...)
}

// load is read for commands that need a program without errors. The warnings are left
// to the caller.
func (t *tool) load(s sources, files []string) (*molly.Program, error) {
	program, err := t.read(s, files)
	var wrong *molly.LoadError
	if errors.As(err, &wrong) {
		t.show(wrong.Diagnostics)
		return nil, &outcome{exitUsage, numeral.Count(len(wrong.Diagnostics.Errors()), "error")}
	}
	return program, err
}

// show writes diagnostics for people.
func (t *tool) show(list dedalus.Diagnostics) {
	_ = list.Render(t.stderr) // there is no other place to say that this one is closed
}
