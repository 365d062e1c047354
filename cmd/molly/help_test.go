package main

import (
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// Every help text is that of a command, and fits on a page of 120 columns.
func TestHelpTexts(t *testing.T) {
	tool := &tool{}
	root := tool.rootCommand()
	var names []string
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		names = append(names, strings.ReplaceAll(strings.TrimPrefix(c.CommandPath(), "molly "), " ", "-"))
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(root)
	names = append(names, "help")
	files, err := helpTexts.ReadDir("help")
	if err != nil || len(files) != len(names) {
		t.Errorf("%d help texts for %d commands, %v", len(files), len(names), err)
	}
	for _, f := range files {
		name := strings.TrimSuffix(f.Name(), path.Ext(f.Name()))
		if !slices.Contains(names, name) {
			t.Errorf("help/%s is about no command", f.Name())
		}
		text, err := helpTexts.ReadFile("help/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains("\n"+string(text), "\nExamples:\n  ") {
			t.Errorf("help/%s has no examples", f.Name())
		}
		for line := range strings.Lines(string(text)) {
			if n := len([]rune(line)); n > 121 {
				t.Errorf("help/%s has a line of %d characters: %s", f.Name(), n-1, line)
			}
		}
	}
}
