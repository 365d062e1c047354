package host

import (
	"context"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"time"

	"molly/explore/fuzz"
	"molly/internal/numeral"
	"molly/node"
	"molly/node/trace"
)

// Fuzz is how random executions of a subject are made.
type Fuzz struct {
	Plan  fuzz.Plan
	Seed  uint64
	Runs  int           // 0: until Time is over
	Time  time.Duration // begins no run after that; 0: no bound
	Until int           // ends after so many different violations; 0: goes on
	Save  string        // a folder for the traces of violations, or ""
	All   bool          // each trace, not only the shortest of each violation
	Tell  func(string)  // hears now and then how far it is; nil: nobody
}

// Found is what Fuzz did and found.
type Found struct {
	*fuzz.Result
	System  string
	Target  []string // the words that name it on a command line
	Seed    uint64
	Files   map[string]string // by fingerprint: where the trace is
	Elapsed time.Duration

	first time.Duration // up to the first violation
}

// Fuzz makes random executions, and saves what they violate. Where the context ends first, the result is what there is by then, with the
// error of the context beside it.
func (s Subject) Fuzz(ctx context.Context, o Fuzz) (*Found, error) {
	if o.Save != "" {
		if err := os.MkdirAll(o.Save, 0o777); err != nil {
			return nil, fmt.Errorf("--save: %w", err)
		}
	}
	begin := time.Now()
	f := &Found{System: s.System.Name, Target: s.Words, Seed: o.Seed, Files: map[string]string{}}
	saver := newSaver(s, o, f.Files)
	c := fuzz.Campaign{
		System: s.System, Plan: o.Plan, Seed: o.Seed, Runs: o.Runs, Until: o.Until, All: o.All, Header: trace.Header{Options: s.Words},
	}
	c.Keep = func(v fuzz.Violation) error {
		if f.first == 0 {
			f.first = time.Since(begin)
		}
		return saver.save(v)
	}
	if o.Tell != nil {
		c.Tell = teller(begin, o.Tell)
	}
	if o.Time > 0 {
		over := make(chan struct{})
		timer := time.AfterFunc(o.Time, func() { close(over) })
		defer timer.Stop()
		c.Stop = over
	}
	var err error
	f.Result, err = c.Run(ctx)
	f.Elapsed = time.Since(begin)
	if f.Result == nil || err != nil && f.Ended != fuzz.Interrupted {
		return nil, err
	}
	return f, err
}

// count is a number with what it counts.
func count(n int, noun string) string { return numeral.CountBig(big.NewInt(int64(n)), noun) }

// telling is how often progress is told.
const telling = 100 * time.Millisecond

// teller says now and then how far a campaign is.
func teller(begin time.Time, tell func(string)) func(fuzz.Result) {
	var last time.Duration
	return func(r fuzz.Result) {
		now := time.Since(begin)
		if now-last < telling {
			return
		}
		last = now
		tell(fmt.Sprintf("%s, %s, %s/s, %s, %s", count(r.Runs, "run"), count(r.Events, "event"),
			count(int(float64(r.Events)/now.Seconds()), "event"), count(r.Shapes, "shape"), count(len(r.Violations), "violation")))
	}
}

// saver writes the traces of violations.
type saver struct {
	folder string
	all    bool
	system *node.System
	mark   string            // of the campaign, in names of files
	files  map[string]string // by fingerprint
}

func newSaver(s Subject, o Fuzz, files map[string]string) *saver {
	what := fmt.Sprintf("%q %d %+v", s.Words, o.Seed, o.Plan)
	return &saver{o.Save, o.All, s.System, node.ID(node.HashString(what)).String()[:6], files}
}

// save writes a trace. Without all it takes the place of the one of the same violation before it.
func (s *saver) save(v fuzz.Violation) error {
	if s.folder == "" {
		return nil
	}
	file := filepath.Join(s.folder, fmt.Sprintf("%s-%s-%s-run%d.trace", slug(s.system.Name), slug(v.Fingerprint), s.mark, v.Run))
	if err := v.Trace.WriteFile(file); err != nil {
		return fmt.Errorf("--save: %w", err)
	}
	if v.Count == 0 { // the result keeps another one
		return nil
	}
	if old := s.files[v.Fingerprint]; old != "" && !s.all {
		if err := os.Remove(old); err != nil {
			return fmt.Errorf("--save: %w", err)
		}
	}
	s.files[v.Fingerprint] = file
	return nil
}

// slugSize bounds a part of the name of a file.
const slugSize = 50

// slug is a text as part of the name of a file: small letters, digits, and dashes for all else.
func slug(text string) string {
	var b strings.Builder
	for _, c := range strings.ToLower(text) {
		switch {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			b.WriteRune(c)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() == slugSize {
			break
		}
	}
	return strings.TrimRight(b.String(), "-")
}
