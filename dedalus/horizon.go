package dedalus

import (
	"fmt"
	"slices"

	"molly/failure"
)

// Horizon warns about every absolute time that a run up to eot does not reach, and about
// what such a run needs when it is there no longer.
func (p *Program) Horizon(eot int) Diagnostics { return p.Unignored(p.horizon(eot)) }

func (p *Program) horizon(eot int) Diagnostics {
	var list Diagnostics
	for _, t := range p.times {
		if t.time <= eot {
			continue
		}
		list = append(list, Diagnostic{
			Severity: Warning, Pos: t.pos, Code: "horizon", Line: t.line, Width: t.width,
			Message: fmt.Sprintf("the run ends at time %d, before %d, so %s", eot, t.time, t.what),
		})
	}
	return append(list, p.dropped(eot)...)
}

// OwnHorizon is Horizon for the EOT of the program's directive, and Forgotten for its restarts; it
// warns of nothing where that has none.
func (p *Program) OwnHorizon() Diagnostics { return p.Unignored(p.ownHorizon()) }

func (p *Program) ownHorizon() Diagnostics {
	var list Diagnostics
	if p.settings.EOT != nil {
		list = p.horizon(*p.settings.EOT)
		var own failure.Spec
		p.settings.Apply(&own)
		if own.Delay > 0 || own.Twice {
			// What holds once in the usual run may hold again.
			list = slices.DeleteFunc(list, func(d Diagnostic) bool { return d.Code == "dropped" })
		}
	}
	if p.settings.Restarts != nil {
		list = append(list, p.forgotten(*p.settings.Restarts)...)
	}
	return list
}
