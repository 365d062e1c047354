package terminal

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"molly/internal/numeral"
	"molly/verify"
)

// patience is how long a search may take before it shows how far it is.
const patience = 500 * time.Millisecond

// Progress shows on a terminal how far a search is, and leaves nothing behind. It is
// nil where there is no terminal.
type Progress struct {
	start time.Time
	timer *time.Timer

	mu    sync.Mutex
	last  verify.Event
	bar   *mpb.Bar
	bars  *mpb.Progress
	ended bool

	saying string // instead of how many executions there were
}

// NewProgress waits a moment before it shows anything: most searches are over by then.
func NewProgress(w io.Writer, o verify.Options) *Progress {
	if !Dynamic(w) {
		return nil
	}
	p := &Progress{start: time.Now()}
	p.timer = time.AfterFunc(patience, func() { p.show(w, o) })
	return p
}

// Tell takes an event of the search.
func (p *Progress) Tell(e verify.Event) {
	if p == nil {
		return
	}
	p.mu.Lock()
	p.last = e
	bar := p.bar
	p.mu.Unlock()
	if bar != nil {
		bar.SetCurrent(int64(e.Executions))
	}
}

// Say shows what is being done, where executions are not what takes time.
func (p *Progress) Say(doing string) {
	if p != nil {
		p.mu.Lock()
		p.saying = doing
		p.mu.Unlock()
	}
}

// show starts the bar.
func (p *Progress) show(w io.Writer, o verify.Options) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return
	}
	total := expected(o)
	p.bars = mpb.New(mpb.WithOutput(w), mpb.WithWidth(32), mpb.WithRefreshRate(150*time.Millisecond))
	words := mpb.PrependDecorators(decor.Any(func(decor.Statistics) string { return p.words() }))
	if total > 0 {
		p.bar = p.bars.AddBar(total+1, words, mpb.BarRemoveOnComplete()) // never complete by itself
	} else {
		p.bar = p.bars.AddSpinner(0, words, mpb.BarRemoveOnComplete())
	}
	p.bar.SetCurrent(int64(p.last.Executions))
}

// expected is how many executions there will be; 0 where it is unknown, or where they
// are so many that a bar would never move.
func expected(o verify.Options) int64 {
	const most = 100_000_000
	switch n := o.Spec.Scenarios(o.Nodes); {
	case o.Strategy == verify.Random && o.MaxExecutions > 0:
		return int64(o.MaxExecutions)
	case o.Strategy == verify.Random:
		return verify.DefaultMaxExecutions
	case o.Strategy == verify.Exhaustive && n.IsInt64() && n.Int64() <= most:
		return n.Int64()
	}
	return 0
}

// words say how far the search is.
func (p *Progress) words() string {
	p.mu.Lock()
	e, saying := p.last, p.saying
	p.mu.Unlock()
	if saying != "" {
		return fmt.Sprintf("%s, %.1f s ", saying, time.Since(p.start).Seconds())
	}
	text := numeral.Count(e.Executions, "execution")
	if e.Candidates > 0 {
		text += ", " + numeral.Count(e.Candidates, "candidate")
	}
	if e.Kind == verify.Grounding {
		text = e.Growth.String()
	}
	if e.DiagramNodes > 0 {
		text += ", " + numeral.Count(e.DiagramNodes, "node") + " of a decision diagram"
	}
	return fmt.Sprintf("%s, %.1f s ", text, time.Since(p.start).Seconds())
}

// End takes the bar away.
func (p *Progress) End() {
	if p == nil {
		return
	}
	p.timer.Stop()
	p.mu.Lock()
	p.ended = true
	bar, bars := p.bar, p.bars
	p.mu.Unlock()
	if bar != nil {
		bar.Abort(true)
		bars.Wait()
	}
}
