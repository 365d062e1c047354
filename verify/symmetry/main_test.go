package symmetry

import (
	"runtime/debug"
	"testing"
)

// Random programs make much garbage and keep little of it: with rarer collections the tests
// take a third less of processor time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}
