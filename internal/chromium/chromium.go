// Package chromium is for tests that open pages in a browser without a window. They are skipped where there is
// none.
package chromium

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// Start starts a browser, for so long at most, or skips the test; what says what is not tested then.
func Start(t *testing.T, what string, limit time.Duration) context.Context {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		t.Cleanup(cancel)
		ctx, cancel = chromedp.NewExecAllocator(ctx, append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox)...)
		t.Cleanup(cancel)
		ctx, cancel = chromedp.NewContext(ctx)
		t.Cleanup(cancel)
		return ctx
	}
	t.Skipf("NO BROWSER: %s is not opened. Debian has one: apt-get install chromium", what)
	return nil
}

// Page is a page that is open.
type Page struct {
	*testing.T
	Ctx context.Context
	// Said is what a page that gets stuck says of itself, as an expression; it may be empty.
	Said string

	mu       sync.Mutex
	requests []string
	messages []string
}

// Open opens an address in a tab of its own, of so many pixels, and notes what the page asks for and complains of.
func Open(t *testing.T, ctx context.Context, address string, width, height int64) *Page {
	t.Helper()
	ctx, cancel := chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	p := &Page{T: t, Ctx: ctx}
	requests, console := chromedp.Events(ctx, network.RequestWillBeSent), chromedp.Console(ctx)
	go func() {
		for ev, err := range requests {
			if err != nil {
				return
			}
			p.note(&p.requests, ev.Request.URL)
		}
	}()
	go func() {
		for m, err := range console {
			if err != nil {
				return
			}
			p.note(&p.messages, fmt.Sprintf("%s: %s", m.Type, m.Text))
		}
	}()
	p.Do(chromedp.EmulateViewport(width, height), chromedp.Navigate(address))
	return p
}

func (p *Page) note(list *[]string, text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	*list = append(*list, text)
}

// Requests are the addresses that the page has asked for.
func (p *Page) Requests() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.requests)
}

// Messages are what the page has complained of.
func (p *Page) Messages() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.messages)
}

// Do does some steps.
func (p *Page) Do(steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	if err := chromedp.Do(p.Ctx, steps...); err != nil {
		p.Fatal(err)
	}
}

// Run runs a script.
func (p *Page) Run(script string) {
	p.Helper()
	p.Do(chromedp.Evaluate[chromedp.Void](script))
}

// Text evaluates an expression, as a string.
func (p *Page) Text(expression string) string {
	p.Helper()
	s, err := chromedp.Run(p.Ctx, chromedp.Evaluate[string]("String("+expression+")"))
	if err != nil {
		p.Fatalf("%s: %v", expression, err)
	}
	return s
}

// Expect expects an expression to be a string.
func (p *Page) Expect(expression, want string) {
	p.Helper()
	if got := p.Text(expression); got != want {
		p.Errorf("%s is %q, want %q", expression, got, want)
	}
}

// Wait waits until an expression is true: up to a minute, on a busy machine.
func (p *Page) Wait(expression string) {
	p.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(25 * time.Millisecond) {
		if is, err := chromedp.Run(p.Ctx, chromedp.Evaluate[bool]("Boolean("+expression+")")); err != nil {
			p.Fatalf("%s: %v", expression, err)
		} else if is {
			return
		}
	}
	p.Picture("failed " + p.Name())
	said := ""
	if p.Said != "" {
		said = p.Text(p.Said)
	}
	p.Fatalf("it never happens: %s\nthe page says %q, %q", expression, said, p.Messages())
}

// Picture is the page as a PNG. It is written into the folder MOLLY_SCREENSHOTS, where that is set, to be looked at.
func (p *Page) Picture(name string) []byte {
	p.Helper()
	content, err := chromedp.Run(p.Ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.Fatal(err)
	}
	if folder := os.Getenv("MOLLY_SCREENSHOTS"); folder != "" {
		if err := os.WriteFile(filepath.Join(folder, filepath.Base(name)+".png"), content, 0o666); err != nil {
			p.Fatal(err)
		}
	}
	return content
}
