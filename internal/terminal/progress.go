package terminal

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// patience is how long something may take before it shows how far it is.
const patience = 500 * time.Millisecond

// Progress shows on a terminal how far something is, and leaves nothing behind. It is nil where there is no terminal.
type Progress struct {
	start time.Time
	timer *time.Timer

	mu    sync.Mutex
	done  int64
	words func() string // nil: nothing was said
	bar   *mpb.Bar
	bars  *mpb.Progress
	ended bool
}

// NewProgress waits a moment before it shows anything: most things are over by then. The total is what At counts up to; where it
// is 0, there is no bar, only words.
func NewProgress(w io.Writer, total int64) *Progress {
	if !Dynamic(w) {
		return nil
	}
	p := &Progress{start: time.Now()}
	p.timer = time.AfterFunc(patience, func() { p.show(w, total) })
	return p
}

// Say shows what is being done.
func (p *Progress) Say(doing string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	p.words = func() string { return doing }
	p.mu.Unlock()
}

// At shows how much is done. The words are made when they are shown, unless others are said afterwards.
func (p *Progress) At(done int64, words func() string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	p.done, p.words = done, words
	bar := p.bar
	p.mu.Unlock()
	if bar != nil {
		bar.SetCurrent(done)
	}
}

// show starts the bar.
func (p *Progress) show(w io.Writer, total int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return
	}
	p.bars = mpb.New(mpb.WithOutput(w), mpb.WithWidth(32), mpb.WithRefreshRate(150*time.Millisecond))
	line := mpb.PrependDecorators(decor.Any(func(decor.Statistics) string { return p.line() }))
	if total > 0 {
		p.bar = p.bars.AddBar(total+1, line, mpb.BarRemoveOnComplete()) // never complete by itself
	} else {
		p.bar = p.bars.AddSpinner(0, line, mpb.BarRemoveOnComplete())
	}
	p.bar.SetCurrent(p.done)
}

// line says what is being done, and since when.
func (p *Progress) line() string {
	p.mu.Lock()
	words := p.words
	p.mu.Unlock()
	seconds := fmt.Sprintf("%.1f s ", time.Since(p.start).Seconds())
	if words == nil {
		return seconds
	}
	return words() + ", " + seconds
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
