package solver

import "fmt"

// Backend names a SAT solver.
type Backend uint8

// The solvers. Gini is the default: it takes assumptions on a live instance and is
// faster on large questions.
const (
	Gini Backend = iota
	Gophersat
)

var backendNames = [...]string{Gini: "gini", Gophersat: "gophersat"}

// String returns the solver's name.
func (b Backend) String() string {
	if int(b) < len(backendNames) {
		return backendNames[b]
	}
	return fmt.Sprintf("Backend(%d)", uint8(b))
}

// ParseBackend reads a solver's name.
func ParseBackend(name string) (Backend, error) {
	for b, n := range backendNames {
		if n == name {
			return Backend(b), nil
		}
	}
	return 0, fmt.Errorf("%q is not a solver: choose gini or gophersat", name)
}

// New returns a solver without clauses.
func New(b Backend) Solver {
	switch b {
	case Gini:
		return newGini()
	case Gophersat:
		return &gophersatSolver{}
	}
	panic(fmt.Sprintf("solver: no solver has number %d", uint8(b)))
}
