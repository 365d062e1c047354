package demi

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"molly/internal/repro"
)

// mean is the mean of some numbers.
func mean(numbers []int) float64 {
	sum := 0
	for _, n := range numbers {
		sum += n
	}
	return float64(sum) / float64(len(numbers))
}

// spread is the least and the most of some numbers.
func spread[T cmp.Ordered](numbers []T) string {
	return fmt.Sprintf("%v…%v", slices.Min(numbers), slices.Max(numbers))
}

// each is a number of each of some things.
func each[T, N any](list []T, number func(T) N) []N {
	numbers := make([]N, len(list))
	for i, x := range list {
		numbers[i] = number(x)
	}
	return numbers
}

func events(s size) int    { return s.events }
func externals(s size) int { return s.externals }

// meanOf is the mean of sizes, and spreadOf their least and most.
func meanOf(sizes []size) string {
	return fmt.Sprintf("%.1f (%.1f)", mean(each(sizes, events)), mean(each(sizes, externals)))
}

func spreadOf(sizes []size) string {
	return fmt.Sprintf("%s (%s)", spread(each(sizes, events)), spread(each(sizes, externals)))
}

func (s size) String() string { return fmt.Sprintf("%d (%d)", s.events, s.externals) }

func sizesOf(list []*reduced) []size { return each(list, func(r *reduced) size { return r.size }) }

// seconds is a time to three places.
func seconds(d time.Duration) float64 { return d.Round(time.Millisecond).Seconds() }

// sizes is Table 1.
func sizes(all []*measured) *repro.Figure {
	f := &repro.Figure{Name: "demi-sizes", Title: "Table 1: how short executions become"}
	f.Table.Head = []string{"bug", "", "recorded", "provenance", "NoDiverge", "STSSched", "TFB", "no search", "at the end", "by hand", "proved", "most ÷ least"}
	for _, m := range all {
		columns := [][]size{
			each(m.ours, func(r *ours) size { return r.initial }),
			each(m.ours, func(r *ours) size { return r.provenance }),
			sizesOf(m.methods[2]), sizesOf(m.methods[0]), sizesOf(m.methods[1]),
			each(m.ours, func(r *ours) size { return r.local.size }),
			each(m.ours, func(r *ours) size { return r.end.size }),
		}
		here, least := []string{m.String(), "mean"}, []string{"", "spread"}
		for _, c := range columns {
			here, least = append(here, meanOf(c)), append(least, spreadOf(c))
		}
		proved := 0
		for _, r := range m.ours {
			if r.end.Lower.Proved {
				proved++
			}
		}
		ends := each(m.ours, func(r *ours) int { return r.end.events })
		here = append(here, "", fmt.Sprintf("%d of %d", proved, len(m.ours)), fmt.Sprintf("%.1f", float64(slices.Max(ends))/float64(slices.Min(ends))))
		least = append(least, "", "", "")
		paper := []string{"", "paper", m.bug.initial.String(), m.bug.provenance.String(), m.bug.noDiverge.String(), m.bug.sts.String(), m.bug.tfb.String(), "", "", m.bug.optimal.String(), "", ""}
		f.Table.Rows = append(f.Table.Rows, here, least, paper)
	}
	return f
}

// effortOf is Table 2.
func effortOf(all []*measured) *repro.Figure {
	f := &repro.Figure{Name: "demi-effort", Title: "Table 2: what it takes"}
	f.Table.Head = []string{"bug", "", "STSSched: executions", "s", "TFB: executions", "s", "no search: executions", "s", "all: executions", "s"}
	few, total, longest := 0, 0, time.Duration(0)
	for _, m := range all {
		here, least := []string{m.String(), "mean"}, []string{"", "spread"}
		add := func(list []*reduced) {
			executions := each(list, func(r *reduced) int { return r.Executions })
			times := each(list, func(r *reduced) float64 { return seconds(r.elapsed) })
			sum := 0.0
			for _, s := range times {
				sum += s
			}
			here = append(here, fmt.Sprintf("%.0f", mean(executions)), fmt.Sprintf("%.2f", sum/float64(len(times))))
			least = append(least, spread(executions), fmt.Sprintf("%.2f…%.2f", slices.Min(times), slices.Max(times)))
		}
		add(m.methods[0])
		add(m.methods[1])
		add(each(m.ours, func(r *ours) *reduced { return r.local }))
		add(each(m.ours, func(r *ours) *reduced { return r.end }))
		paper := []string{
			"", "paper", fmt.Sprint(m.stsEffort.executions), fmt.Sprint(m.stsEffort.seconds), fmt.Sprint(m.tfbEffort.executions), fmt.Sprint(m.tfbEffort.seconds),
			"", "", "", "",
		}
		f.Table.Rows = append(f.Table.Rows, here, least, paper)
		for _, r := range m.ours {
			if total++; r.local.Executions <= 1000 {
				few++
			}
			longest = max(longest, r.end.elapsed)
		}
	}
	f.Notes = append(f.Notes,
		fmt.Sprintf("Without a search, %d of %d reductions took 1,000 executions at most.", few, total),
		fmt.Sprintf("With all stages, the longest took %.1f s.", seconds(longest)))
	return f
}
