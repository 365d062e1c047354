package text

import (
	"errors"
	"fmt"
	"strings"

	"molly/dedalus"
)

// SettingError says what is wrong with the setting of a program, and what to write instead: on the
// command line, or into the file. Of other errors it says what they say.
func SettingError(err error) string {
	var missing *dedalus.MissingError
	var none *dedalus.NoNodesError
	var name *dedalus.NodeNameError
	var spec *dedalus.SpecError
	switch {
	case errors.As(err, &missing):
		return missingSetting(missing)
	case errors.As(err, &none):
		return "there are no nodes: no fact begins with a string, and neither a flag --nodes a,b,c nor a directive names any"
	case errors.As(err, &name):
		return err.Error() + "\nName the nodes of the run with --nodes or in the directive"
	case errors.As(err, &spec) && len(spec.Directed) > 0:
		return fmt.Sprintf("%v\n(%s: from the directive at %s)", err, strings.Join(spec.Directed, " and "), spec.Directive.Short())
	}
	return err.Error()
}

// missingSetting says what to give, and what to write into the file.
func missingSetting(err *dedalus.MissingError) string {
	e := err.Example
	line := fmt.Sprintf("// molly: eot=%d eff=%d crashes=%d", *e.EOT, *e.EFF, *e.Crashes)
	if dedalus.Directable(e.Nodes) {
		line += " nodes=" + strings.Join(e.Nodes, ",")
	}
	verb, flags := "is", "--"+strings.ToLower(err.Missing[0])
	for _, m := range err.Missing[1:] {
		verb, flags = "are", flags+", --"+strings.ToLower(m)
	}
	return fmt.Sprintf("%s %s not set: no flag (%s) and no directive in the file sets it\nGive the flags, or add a line such as this one to the file:\n    %s",
		strings.Join(err.Missing, " and "), verb, flags, line)
}
