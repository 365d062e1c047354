package main

// testJSON is the JSON of test.
type testJSON struct {
	Schema int            `json:"schema"`
	OK     bool           `json:"ok"`
	Files  []testFileJSON `json:"files"`
}

type testFileJSON struct {
	File         string            `json:"file"`
	OK           bool              `json:"ok"`
	Errors       []diagnosticJSON  `json:"errors"`
	Warnings     []diagnosticJSON  `json:"warnings"`
	Expectations []expectationJSON `json:"expectations"`
}

// expectationJSON is an expectation and what came of it.
type expectationJSON struct {
	Line     int           `json:"line"`
	Spec     specJSON      `json:"spec"`
	Expected string        `json:"expected"`
	Faults   *scenarioJSON `json:"faults,omitempty"` // where the file names them
	OK       bool          `json:"ok"`
	Problem  string        `json:"problem,omitempty"`
	// NotReached: the time or the memory was used up before.
	NotReached bool    `json:"not_reached,omitempty"`
	Elapsed    float64 `json:"elapsed_s"`
}

func (r *testReport) json() error {
	j := testJSON{schema, r.code() == exitOK && r.allReached(), []testFileJSON{}}
	for _, f := range r.files {
		file := testFileJSON{f.Name, f.ok() && f.reached() == len(f.results), []diagnosticJSON{}, []diagnosticJSON{}, []expectationJSON{}}
		for _, d := range f.Errors {
			file.Errors = append(file.Errors, describe(d))
		}
		for _, d := range f.Warnings {
			file.Warnings = append(file.Warnings, describe(d))
		}
		for _, x := range f.results {
			e := expectationJSON{
				Line: x.Pos.Line, Spec: specificationJSON(x.Spec, x.Nodes), Expected: string(x.Verdict),
				OK: x.Holds(), Elapsed: seconds(x.Elapsed),
			}
			if len(x.Faults) > 0 {
				faults := faultsJSON(x.Faults)
				e.Faults = &faults
			}
			if e.NotReached = x.NotReached; !x.Holds() && !x.NotReached {
				e.Problem = problem(x)
			}
			file.Expectations = append(file.Expectations, e)
		}
		j.Files = append(j.Files, file)
	}
	return r.encode(j)
}
