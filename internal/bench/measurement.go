package main

import (
	"slices"
	"time"

	"molly/verify"
)

// measurement is what one question took, in its own process.
type measurement struct {
	Question string `json:"question"`
	Verdict  string `json:"verdict"`
	Vacuous  bool   `json:"vacuous"`
	Faults   int    `json:"faults"` // of the counterexample
	// Ended says why the verdict is unknown.
	Ended string `json:"ended,omitempty"`

	Facts      int `json:"facts"`
	Firings    int `json:"firings"`
	Nodes      int `json:"circuitNodes"`
	Variables  int `json:"variables"`
	Clauses    int `json:"clauses"`
	Calls      int `json:"solverCalls"`
	Executions int `json:"executions"`

	Repeats int     `json:"repeats"`
	Min     phases  `json:"minMs"`
	Median  phases  `json:"medianMs"`
	PeakMB  float64 `json:"peakMB"` // after the first time; 0 where the system does not tell

	Unswept *unswept `json:"unswept,omitempty"`

	// The same question to whole processes, start-up included.
	Molly  *process `json:"molly,omitempty"`
	Clingo *process `json:"clingo,omitempty"`
}

// unswept is the space of all executions built without SAT sweeping.
type unswept struct {
	Firings  int     `json:"firings"` // 0 where it was not built
	GroundMs float64 `json:"groundMs"`
}

// phases are the times of a search in milliseconds. Total is that of verify.Verify, so it leaves
// out Load.
type phases struct {
	Load   float64 `json:"load"`   // read and check the program
	Run    float64 `json:"run"`    // compile it, execute it without faults
	Ground float64 `json:"ground"` // the space of all executions
	Encode float64 `json:"encode"` // circuits to clauses
	Solve  float64 `json:"solve"`  // the first answer of the solver
	Fewest float64 `json:"fewest"` // from some counterexample to the first by Compare
	Rest   float64 `json:"rest"`   // confirm it; or ask whether there is something to protect
	Total  float64 `json:"total"`
}

// each applies f to every phase of the samples.
func each(samples []phases, f func([]float64) float64) phases {
	pick := func(of func(phases) float64) float64 {
		values := make([]float64, len(samples))
		for i, s := range samples {
			values[i] = of(s)
		}
		slices.Sort(values)
		return f(values)
	}
	return phases{
		Load:   pick(func(p phases) float64 { return p.Load }),
		Run:    pick(func(p phases) float64 { return p.Run }),
		Ground: pick(func(p phases) float64 { return p.Ground }),
		Encode: pick(func(p phases) float64 { return p.Encode }),
		Solve:  pick(func(p phases) float64 { return p.Solve }),
		Fewest: pick(func(p phases) float64 { return p.Fewest }),
		Rest:   pick(func(p phases) float64 { return p.Rest }),
		Total:  pick(func(p phases) float64 { return p.Total }),
	}
}

func smallest(sorted []float64) float64 { return sorted[0] }
func median(sorted []float64) float64   { return sorted[len(sorted)/2] }

// stopwatch turns the events of a search into phases.
type stopwatch struct {
	phases
	last    time.Time
	current *float64 // the phase that is under way
}

func startStopwatch() *stopwatch {
	w := &stopwatch{last: time.Now()}
	w.current = &w.Load
	return w
}

// next ends the phase that is under way, and begins another.
func (w *stopwatch) next(phase *float64) {
	now := time.Now()
	*w.current += milliseconds(now.Sub(w.last))
	w.last, w.current = now, phase
}

// tell begins the phase that follows an event. What follows the last one is the rest.
func (w *stopwatch) tell(e verify.Event) {
	switch {
	case e.Kind == verify.Executed && w.current == &w.Run:
		w.next(&w.Ground)
	case e.Kind == verify.Grounded:
		w.next(&w.Encode)
	case e.Kind == verify.Encoded:
		w.next(&w.Solve)
	case e.Kind == verify.Answered:
		w.next(&w.Fewest)
	case e.Kind == verify.Proposed:
		w.next(&w.Rest)
	}
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
