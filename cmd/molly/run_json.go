package main

import "molly/export/wire"

func (x *execution) json() error {
	out, err := wire.NewRun(x.ctx, x.datalog(), x.nodes, x.Single, wire.View{Relations: x.relations, Times: x.times, Changes: x.changes})
	if err != nil {
		return err
	}
	out.Warnings = wire.Warnings(x.warnings)
	return x.encodeLong(x.ctx, out)
}
