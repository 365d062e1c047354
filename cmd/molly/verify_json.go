package main

import (
	"context"
	"math"
	"time"

	"molly/datalog"
	"molly/failure"
	"molly/provenance"
	"molly/verify"
)

// verdictJSON is the JSON of verify (docs/json.md).
type verdictJSON struct {
	Schema                 int                 `json:"schema"`
	Verdict                verify.Kind         `json:"verdict"`
	Reason                 string              `json:"reason,omitempty"`
	Spec                   specJSON            `json:"spec"`
	Strategy               string              `json:"strategy"`
	Negation               string              `json:"negation,omitempty"`
	Seed                   *uint64             `json:"seed,omitempty"`
	Executions             int                 `json:"executions"`
	MinimizationExecutions int                 `json:"minimization_executions"`
	Scenarios              string              `json:"scenarios"`
	Combinations           string              `json:"combinations"`
	Counterexample         *counterexampleJSON `json:"counterexample,omitempty"`
	// Listed and Groups are there with --all and --group; the counterexamples have lines of
	// their own, before this one.
	Listed      *int             `json:"listed,omitempty"`
	Groups      *int             `json:"groups,omitempty"`
	AllBelow    *int             `json:"all_below,omitempty"`
	JudgedAt    string           `json:"judged_at"`
	Unseen      *unseenJSON      `json:"unseen,omitempty"`
	Vacuous     bool             `json:"vacuous"`
	OnlyUnder   *scenarioJSON    `json:"owed_only_under_faults,omitempty"`
	Complete    bool             `json:"complete"`
	Certificate *certificateJSON `json:"certificate,omitempty"`
	Warnings    []warningJSON    `json:"warnings"`
	Elapsed     float64          `json:"elapsed_s"`
}

// counterexampleJSON is a scenario and what it violates.
type counterexampleJSON struct {
	scenarioJSON
	Violated [][]datalog.Value `json:"violated"`
	// ViolatedRelations names, where persistent relations judge, the relation of each
	// violated tuple.
	ViolatedRelations []string `json:"violated_relations,omitempty"`
	// Instead are, for each violated tuple, those that the run holds in its place.
	Instead [][][]datalog.Value `json:"instead,omitempty"`
}

func (r *report) json(ctx context.Context) error {
	v := r.verdict
	out := verdictJSON{
		Schema: schema, Verdict: v.Kind, Reason: v.Reason,
		Spec: specificationJSON(v.Spec, v.Nodes), Strategy: v.Strategy.String(),
		Executions: v.Executions, MinimizationExecutions: v.MinimizationExecutions,
		Scenarios: exactly(ctx, v.Scenarios), Combinations: exactly(ctx, v.Combinations),
		JudgedAt: "end", Unseen: r.unseenJSON(v.Unseen), Vacuous: v.Vacuous, OnlyUnder: onlyUnderJSON(v.Owed.First), Complete: v.Complete, Certificate: r.certificate.json(),
		Warnings: warningsJSON(r.warnings), Elapsed: seconds(r.elapsed),
	}
	if v.IgnoreNegation {
		out.Negation = provenance.Ignore.String()
	}
	if v.Strategy == verify.Random {
		out.Seed = &r.options.Seed
	}
	switch {
	case r.list != nil:
		if err := r.list.rest(); err != nil {
			return err
		}
		n, groups := total(v), len(v.Findings)
		out.Listed = &n
		if r.options.Group {
			out.Groups = &groups
		}
		if !v.Complete {
			out.AllBelow = &v.AllBelow
		}
	case len(v.Findings) > 0:
		c := r.counterexampleJSON(v.Findings[0])
		out.Counterexample = &c
	}
	return r.encode(out)
}

func (e *session) counterexampleJSON(f verify.Finding) counterexampleJSON {
	c := counterexampleJSON{scenarioJSON: faultsJSON(f.Scenario), Violated: [][]datalog.Value{}, Instead: insteadJSON(f.Violated)}
	for _, v := range f.Violated {
		c.Violated = append(c.Violated, v.Tuple)
		if !e.datalog().HasInvariant() {
			c.ViolatedRelations = append(c.ViolatedRelations, e.relation(v.Relation))
		}
	}
	return c
}

// onlyUnderJSON is the first scenario in which something is owed, where that takes a fault.
func onlyUnderJSON(first failure.Scenario) *scenarioJSON {
	if len(first) == 0 {
		return nil
	}
	j := faultsJSON(first)
	return &j
}

// insteadJSON is nil where there is nothing in the place of any of the tuples.
func insteadJSON(list []verify.Violation) [][][]datalog.Value {
	all := make([][][]datalog.Value, len(list))
	some := false
	for i, v := range list {
		all[i] = append([][]datalog.Value{}, v.Instead...)
		some = some || len(v.Instead) > 0
	}
	if !some {
		return nil
	}
	return all
}

func seconds(d time.Duration) float64 { return math.Round(d.Seconds()*1000) / 1000 }

// specJSON is a failure specification over its nodes.
type specJSON struct {
	EOT     int      `json:"eot"`
	EFF     int      `json:"eff"`
	Crashes int      `json:"crashes"`
	Nodes   []string `json:"nodes"`
}

func specificationJSON(s failure.Spec, nodes []string) specJSON {
	return specJSON{EOT: s.EOT, EFF: s.EFF, Crashes: s.Crashes, Nodes: nodes}
}
