package repro

import "context"

// figures are what can be measured.
var figures = []struct {
	name    string
	measure func(context.Context, Options) (*Figure, error)
}{{"figure11", Figure11}, {"figure12", Figure12}, {"figure13", Figure13}}

// Names lists what Measure can measure: each figure, and all of them.
func Names() (names []string) {
	for _, f := range figures {
		names = append(names, f.name)
	}
	return append(names, "all")
}

// Measure measures the figure of a name, or all. It gives each to tell as soon as it is there. On an
// error the last one has what was measured before.
func Measure(ctx context.Context, name string, o Options, tell func(*Figure)) ([]*Figure, error) {
	var list []*Figure
	for _, f := range figures {
		if name != "all" && name != f.name {
			continue
		}
		figure, err := f.measure(ctx, o)
		tell(figure)
		if err != nil {
			return list, err
		}
		list = append(list, figure)
	}
	return list, nil
}
