package flagvalue

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// choice is one of a few words for T.
type choice[T any] struct {
	value *T
	words []string
	parse func(string) (T, error)
	word  string // as given, or the default
}

func (c *choice[T]) Set(text string) error {
	v, err := c.parse(text)
	if err == nil {
		*c.value, c.word = v, text
	}
	return err
}

func (c *choice[T]) String() string { return c.word }

func (c *choice[T]) Type() string { return strings.Join(c.words, "|") }

// Choose adds a flag with one of a few words; the first one is the default.
func Choose[T any](c *cobra.Command, value *T, name, usage string, parse func(string) (T, error), words ...string) {
	c.Flags().Var(&choice[T]{value: value, words: words, parse: parse, word: words[0]}, name, usage)
	Complete(c, name, words...)
}

// Among adds a flag with one of a few words, each of which represents a value; the first one is the
// default.
func Among[T any](c *cobra.Command, value *T, name, usage string, words []string, values ...T) {
	*value = values[0]
	last := len(words) - 1
	Choose(c, value, name, usage, func(text string) (T, error) {
		if i := slices.Index(words, text); i >= 0 {
			return values[i], nil
		}
		return values[0], fmt.Errorf("choose %s or %s", strings.Join(words[:last], ", "), words[last])
	}, words...)
}

// Complete offers words for a flag, in shells; without words, nothing, not even files.
func Complete(c *cobra.Command, flag string, words ...string) {
	fixed := cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
	if err := c.RegisterFlagCompletionFunc(flag, fixed); err != nil {
		panic(err)
	}
}

// Former is the former name of a flag, for scripts that have it.
type Former struct{ Flag *pflag.Flag }

// Set implements pflag.Value.
func (f Former) Set(text string) error {
	f.Flag.Changed = true
	return f.Flag.Value.Set(text)
}

// String implements pflag.Value.
func (f Former) String() string { return "" }

// Type implements pflag.Value.
func (f Former) Type() string { return f.Flag.Value.Type() }
