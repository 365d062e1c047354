package main

import (
	"github.com/spf13/cobra"

	"molly/internal/flagvalue"
	"molly/provenance"
	"molly/viz/lineage"
)

// lineageFlags say which lineage is drawn.
type lineageFlags struct {
	goal  string
	lanes bool
	fold  int
	full  bool
}

// violation is the word for what the run violates, instead of a tuple.
const violation = "violation"

func (f *lineageFlags) register(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&f.goal, "lineage", "", "draw the lineage of this `tuple`, such as 'log(\"b\", _)@4', or, with the word violation, of what the run violates")
	flags.BoolVar(&f.lanes, "lanes", false, "a column for each node, in the lineage")
	flags.IntVar(&f.fold, "fold", lineage.Readable, "fold a lineage of more than `N` boxes to about that many")
	flags.BoolVar(&f.full, "full", false, "draw the whole lineage, however large it is")
	flagvalue.Complete(c, "lineage", violation)
	flagvalue.Complete(c, "fold")
}

func (f *lineageFlags) check(c *cobra.Command) error {
	for _, flag := range []string{"lanes", "fold", "full"} {
		if c.Flags().Changed(flag) && f.goal == "" {
			return usageError("--%s is for --lineage", flag)
		}
	}
	switch {
	case f.fold < 0:
		return usageError("--fold %d: it must be at least 1", f.fold)
	case f.full && f.fold > 0 && c.Flags().Changed("fold"):
		return usageError("--full folds nothing: it does not go with --fold %d", f.fold)
	case f.full:
		f.fold = 0
	}
	return nil
}

// parse reads the tuple; there is none where the violation is asked for.
func (f *lineageFlags) parse(e *session) ([]provenance.Goal, error) {
	if f.goal == "" || f.goal == violation {
		return nil, nil
	}
	g, err := e.Goal(f.goal)
	if err != nil {
		return nil, usageError("--lineage: %v", err)
	}
	return []provenance.Goal{g}, nil
}
