package lamport

// setting is how closely a diagram is set, in sizes of its text.
type setting struct {
	side   float64 // what the names of rows and times have around them
	apart  float64 // two lanes, at least
	share  float64 // of a label's width between two lanes
	beside float64 // what an arrow has there beside its label
	widest float64 // a line of a label
	joined float64 // one that joins what several messages are called
	name   float64 // a line of a node's name
	column float64 // a line of an outcome
	lines  int     // of an outcome under a node
	input  float64 // what is said of an input
	band   float64 // a line of what is said of a band, beside it; 0 is below the picture
	keys   bool    // labels are numbers, which a legend explains
}

// natural is the setting of a diagram that may be as wide as it has to be.
func natural() setting {
	return setting{
		side: 2.4, apart: 8, share: 1.7, beside: 2.6, widest: 13, joined: 9, name: 11, column: 10, lines: 2, input: 14, band: 13,
	}
}

// closer are further settings, each closer than the one before it.
func closer() []setting {
	return []setting{
		{side: 1.7, apart: 6, share: 1.2, beside: 1.6, widest: 9, joined: 7, name: 8, column: 7, lines: 3, input: 9, band: 8},
		{side: 1.6, apart: 4.5, share: 0.9, beside: 1.2, widest: 6.5, joined: 5, name: 6, column: 5, lines: 4, input: 6},
		{side: 1.6, apart: 3, share: 1, beside: 1, widest: 6, joined: 5, name: 5, column: 3.6, lines: 6, input: 5, keys: true},
	}
}

// mostTall is how much higher than usual a row is at most, unless there is no closer setting.
const mostTall = 3
