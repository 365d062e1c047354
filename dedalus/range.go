package dedalus

import "fmt"

// maxRangeFacts is the greatest number of facts that the ranges of a program may state.
const maxRangeFacts = 1_000_000

// rangeShape checks the range of times of a fact or an input.
func (ch *checker) rangeShape(c *clause) {
	m := c.when
	switch {
	case m.open() && c.may:
		ch.fail(m.whole, "time", "an input has no last time",
			fmt.Sprintf("it holds at one of some times at most, and they are listed: write `@%d..%d`", m.time, m.time+4))
	case m.open():
	case m.until < m.time:
		ch.fail(m.whole, "time", fmt.Sprintf("the range %d..%d is empty", m.time, m.until),
			fmt.Sprintf("the first time comes first: `@%d..%d`", m.until, m.time))
	case m.until-m.time >= LargestEOT:
		ch.fail(m.whole, "time", fmt.Sprintf("the range %d..%d is longer than the longest run, %d", m.time, m.until, LargestEOT),
			fmt.Sprintf("a fact that holds until the end of the run is written `@%d..`", m.time))
	default:
		within := ch.ranges <= maxRangeFacts
		if ch.ranges += m.until - m.time + 1; within && ch.ranges > maxRangeFacts {
			ch.fail(m.whole, "time", fmt.Sprintf("the ranges up to here state more than %d facts", maxRangeFacts),
				fmt.Sprintf("a fact that holds until the end of the run is written `@%d..`", m.time))
		}
	}
}
