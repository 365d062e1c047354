package flagvalue

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// What each value takes, how it writes it, and what it refuses.
func TestSet(t *testing.T) {
	for _, c := range []struct {
		value       pflag.Value
		takes, text string
		refuses     []string
	}{
		{&Number{}, "3", "3", []string{"x", "4", ""}},
		{&Nodes{}, "a,b", "a,b", []string{"a,a", "c", ","}},
		{&Interval{}, "0..2", "0..2", []string{"-1", "2..1", "a", "1.."}},
		{&Interval{}, "4", "4", []string{""}},
		{&Shifts{}, "bcast@1..4", "", []string{"bcast@2", "bcast", "@1", "p@0..1"}},
		{&rate{text: new(string)}, "1e-3", "1e-3", []string{"0.002", "2", "-0.1", "1e999999999", "0x1p-2", "nan", "1_0"}},
		{&Span{}, "0.001..0.1", "0.001..0.1", []string{"0.1", "0..0.1", "0.1..0.1", "0.1..2"}},
		{&Times{}, "3..9", "3..9", []string{"3", "0..4", "5..3", "3..3", "every"}},
		{&Times{}, "all", "all", []string{""}},
		{&Length{}, "1in", "1in", []string{"1", "1px"}},
	} {
		if err := c.value.Set(c.takes); err != nil {
			t.Errorf("%T refuses %q: %v", c.value, c.takes, err)
		}
		if got := c.value.String(); got != c.text {
			t.Errorf("%T writes %q as %q", c.value, c.takes, got)
		}
		for _, wrong := range c.refuses {
			if c.value.Set(wrong) == nil {
				t.Errorf("%T takes %q after %q", c.value, wrong, c.takes)
			}
		}
	}
	again := &Number{}
	for range 2 {
		if again.Set("3") != nil || *again.OrNil() != 3 {
			t.Error("a number cannot be given twice with the same value")
		}
	}
	if (&Number{}).OrNil() != nil {
		t.Error("a value that was not given is one")
	}
	span := &Span{}
	if span.Set("0.001..0.1") != nil {
		t.Fatal("a range is refused")
	}
	if got := span.Rates(3); len(got) != 3 || got[0] != "0.001" || got[1] != "0.01" || got[2] != "0.1" {
		t.Errorf("rates: %v", got)
	}
}

// Each of a few words stands for a value, and the first one is the default.
func TestAmong(t *testing.T) {
	c, value := &cobra.Command{}, 0
	Among(c, &value, "size", "how large", []string{"small", "medium", "large"}, 1, 2, 3)
	if value != 1 || c.Flag("size").DefValue != "small" {
		t.Errorf("the default is %d, %s", value, c.Flag("size").DefValue)
	}
	if err := c.Flags().Set("size", "large"); err != nil || value != 3 {
		t.Errorf("large is %d (%v)", value, err)
	}
	if err := c.Flags().Set("size", "huge"); err == nil || !strings.HasSuffix(err.Error(), "choose small, medium or large") {
		t.Errorf("huge: %v", err)
	}
}
