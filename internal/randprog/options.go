package randprog

// Options switches features of the generated programs. The zero value allows all.
type Options struct {
	Nodes    int // how many nodes; 0: two or three
	MaxRules int // at most so many rules; 0: 14. It is at least 5.

	Kind Kind // which way programs come about

	NoOverflow      bool // no numbers near the bounds of 64 bits
	NoArithmetic    bool // no expressions
	NoAggregates    bool
	NoSum           bool // the other aggregates only
	NoCrash         bool // no rule reads crash
	NoAbsoluteTimes bool
	NoSeveralPlaces bool // no rule whose meaning depends on the order of its body
	NoInvariant     bool // no pre and post: what persists is the invariant
	WithInvariant   bool // always pre and post

	// Wide programs say more, and depend on what else may go wrong: in which order messages arrive,
	// how often, and what a node knows when it comes back. A task has a specification that allows it.
	Wide bool
}

// Kind is a way in which a program comes about.
type Kind uint8

// The ways in which programs come about.
const (
	Mixed    Kind = iota // Protocol or Pure, by chance
	Protocol             // around something like a protocol
	Pure                 // random rules over random relations
)

func (o Options) maxRules() int {
	if o.MaxRules == 0 {
		return 14
	}
	return max(o.MaxRules, 5)
}
