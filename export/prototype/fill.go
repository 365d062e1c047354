package prototype

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"molly/datalog"
	"molly/failure"
	"molly/verify"
	"molly/viz/lamport"
	"molly/viz/lineage"
	"molly/viz/sample"
	"molly/viz/view"
)

// Fill writes the folder of a search ([Writer.Close]). Where it fails, nothing is left behind
// ([Writer.Abandon]). runs are from a [sample.Log].
func (w *Writer) Fill(ctx context.Context, s sample.Source, runs []sample.Run, o sample.Options) (sample.Result, error) {
	written, err := sample.Write(ctx, runs, o, w.Bytes, func(run sample.Run) error {
		x, err := execution(ctx, s, run.Scenario)
		if err != nil {
			return err
		}
		return w.Add(x)
	})
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		w.Abandon()
	}
	return written, err
}

// execution is all that the folder has of a run.
func execution(ctx context.Context, s sample.Source, sc failure.Scenario) (x Execution, err error) {
	judged, err := s.Run(ctx, sc)
	if err != nil {
		return x, err
	}
	if spec := judged.Run.Spec; !spec.Classic() {
		return x, fmt.Errorf("the files of Molly's prototype have no place for more than losses and crashes, which %v allows", spec)
	}
	if judged.Run.Program().Never != datalog.NoRelation {
		return x, errors.New("the files of Molly's prototype have no place for what must never hold")
	}
	x.Run = entry(judged)
	graph, err := view.Outcome(ctx, judged, s.Space)
	if err != nil {
		return x, err
	}
	title := view.Title(s.Name, judged.Run)
	x.SpaceTime = lamport.Draw(view.Trace(title, judged, graph), lamport.Options{})
	if graph != nil {
		shown, whole := view.LineageWithin(lineage.Readable, title, judged.Run, graph)
		x.Lineage = lineage.Draw(shown, lineage.Options{Fold: lineage.Readable, Of: len(whole.Nodes)})
	}
	p := judged.Run.Program()
	pre, post := []datalog.RelID{p.Pre}, []datalog.RelID{p.Post}
	if !p.HasInvariant() {
		pre, post = nil, p.Persistent
	}
	if x.Pre, err = derivation(ctx, judged.Run, pre); err != nil {
		return x, err
	}
	x.Post, err = derivation(ctx, judged.Run, post)
	return x, err
}

// entry is a run in runs.json.
func entry(judged *verify.Judged) Run {
	run := judged.Run
	x := Run{Status: "success", Model: Model{Tables: map[string][][]string{}}, Messages: []Message{}}
	if len(judged.Violated) > 0 {
		x.Status = "failure"
	}
	x.FailureSpec = FailureSpec{
		EOT: run.Spec.EOT, EFF: run.Spec.EFF, MaxCrashes: run.Spec.Crashes, Nodes: run.Nodes(),
		Crashes: []Crash{}, Omissions: []Omission{},
	}
	for _, f := range run.Scenario {
		if f.Kind == failure.Crash {
			x.FailureSpec.Crashes = append(x.FailureSpec.Crashes, Crash{Node: f.Node, Time: f.Time})
		} else {
			x.FailureSpec.Omissions = append(x.FailureSpec.Omissions, Omission{From: f.Node, To: f.To, Time: f.Time})
		}
	}
	for i, relation := range run.Program().Relations {
		rows := [][]string{}
		for t := 1; t <= run.EOT(); t++ {
			for _, h := range run.History(datalog.RelID(i), t) {
				rows = append(rows, append(plain(h.Tuple), strconv.Itoa(t)))
			}
		}
		x.Model.Tables[relation.Name] = rows
	}
	for _, m := range run.Messages() {
		receive := m.Sent + 1
		if !m.Arrived {
			receive = Never
		}
		x.Messages = append(x.Messages, Message{
			Table: run.Program().Relations[m.Relation].Name, From: plainValue(m.From), To: plainValue(m.To), SendTime: m.Sent, ReceiveTime: receive,
		})
	}
	return x
}
