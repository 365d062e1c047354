package reduce

import "slices"

// DDMin is delta debugging without complements, exactly as App. A of the DEMi paper prints it. All n events fail; it finds
// some of them that fail. fails is told which events there are, in order. Where there is one smallest cause, that is the
// result; where there are several, the two halves may each keep a part of another one, and the result does not fail.
//
//	d(E, R): |E| = 1 → E; halves E1, E2: E1∪R fails → d(E1, R); E2∪R fails → d(E2, R);
//	else d(E1, E2∪R) ∪ d(E2, E1∪R)
func DDMin(n int, fails func(events []int) bool) []int {
	return divide(upTo(n), nil, fails, func(half, _ []int) []int { return half })
}

// Narrow is DDMin with one change: the second half is searched beside what the first one was reduced to, in the place of
// all of it: m1 = d(E1, E2∪R), then d(E2, m1∪R). So each set that fails is a part of the one that failed before it, and what
// follows can start from there. The result fails, and where failing is monotone none of it can be left out.
func Narrow(n int, fails func(events []int) bool) []int {
	return divide(upTo(n), nil, fails, func(_, reduced []int) []int { return reduced })
}

// divide is d. beside chooses what stands for the first half while the second one is searched.
func divide(events, rest []int, fails func([]int) bool, beside func(half, reduced []int) []int) []int {
	if len(events) <= 1 {
		return events
	}
	first, second := events[:len(events)/2], events[len(events)/2:]
	if fails(union(first, rest)) {
		return divide(first, rest, fails, beside)
	}
	if fails(union(second, rest)) {
		return divide(second, rest, fails, beside)
	}
	reduced := divide(first, union(second, rest), fails, beside)
	return union(reduced, divide(second, union(beside(first, reduced), rest), fails, beside))
}

func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// union is both, in order.
func union(a, b []int) []int {
	list := slices.Concat(a, b)
	slices.Sort(list)
	return list
}
