package main

import "molly/export/wire"

// encode prints a result as one line of JSON.
func (t *tool) encode(document any) error { return wire.Encode(&t.out, document) }
