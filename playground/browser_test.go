package playground

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image/color"
	"image/png"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// browser starts a headless Chromium, or skips the test where there is none.
func browser(t *testing.T) context.Context {
	t.Helper()
	var path string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("NO BROWSER: the playground is not opened. Debian has one: apt-get install chromium")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox)...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	return ctx
}

// visit is a page that is open.
type visit struct {
	*testing.T
	ctx context.Context

	mu       sync.Mutex
	requests []string
	messages []string
}

// open opens an address in a tab of its own, and notes what the page asks for and complains of.
func open(t *testing.T, ctx context.Context, address string) *visit {
	t.Helper()
	ctx, cancel := chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	v := &visit{T: t, ctx: ctx}
	requests, console := chromedp.Events(ctx, network.RequestWillBeSent), chromedp.Console(ctx)
	go func() {
		for ev, err := range requests {
			if err != nil {
				return
			}
			v.note(&v.requests, ev.Request.URL)
		}
	}()
	go func() {
		for m, err := range console {
			if err != nil {
				return
			}
			v.note(&v.messages, fmt.Sprintf("%s: %s", m.Type, m.Text))
		}
	}()
	v.do(chromedp.EmulateViewport(1280, 1000), chromedp.Navigate(address))
	v.wait(`document.body.dataset.ready === "yes"`)
	return v
}

func (v *visit) note(list *[]string, text string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	*list = append(*list, text)
}

func (v *visit) do(steps ...chromedp.Action[chromedp.Void]) {
	v.Helper()
	if err := chromedp.Do(v.ctx, steps...); err != nil {
		v.Fatal(err)
	}
}

// run runs a script.
func (v *visit) run(script string) {
	v.Helper()
	v.do(chromedp.Evaluate[chromedp.Void](script))
}

// wait waits until an expression is true.
func (v *visit) wait(expression string) {
	v.Helper()
	for range 2400 { // a minute, on a busy machine
		if is, err := chromedp.Run(v.ctx, chromedp.Evaluate[bool]("Boolean("+expression+")")); err != nil {
			v.Fatalf("%s: %v", expression, err)
		} else if is {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	v.picture("failed " + v.Name())
	v.Fatalf("it never happens: %s\nthe page says %q, %q, %q, %q", expression, v.text(`document.getElementById("headline").textContent`), v.text(`document.getElementById("said").textContent`),
		v.text(`document.getElementById("progress").textContent`), v.messages)
}

// text evaluates an expression that is a string.
func (v *visit) text(expression string) string {
	v.Helper()
	s, err := chromedp.Run(v.ctx, chromedp.Evaluate[string]("String("+expression+")"))
	if err != nil {
		v.Fatalf("%s: %v", expression, err)
	}
	return s
}

func (v *visit) expect(expression, want string) {
	v.Helper()
	if got := v.text(expression); got != want {
		v.Errorf("%s is %q, want %q", expression, got, want)
	}
}

// quiet reports what the page complained of, and what it asked for outside of itself.
func (v *visit) quiet() {
	v.Helper()
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, m := range v.messages {
		v.Errorf("the console has %s", m)
	}
	for _, r := range v.requests {
		if !strings.HasPrefix(r, "data:") && !strings.HasPrefix(r, "blob:") && !strings.HasPrefix(r, "file:") {
			v.Errorf("the page asks for %s", r)
		}
	}
	if len(v.requests) == 0 {
		v.Errorf("no requests were seen")
	}
}

// picture takes a picture of what is visible, and fails if there is little in it.
func (v *visit) picture(name string) {
	v.Helper()
	content, err := chromedp.Run(v.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		v.Fatal(err)
	}
	if folder := os.Getenv("MOLLY_SCREENSHOTS"); folder != "" { // to look at them
		if err := os.WriteFile(filepath.Join(folder, name+".png"), content, 0o666); err != nil {
			v.Fatal(err)
		}
	}
	shot, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		v.Fatal(err)
	}
	colours := map[color.Color]bool{}
	b := shot.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			colours[shot.At(x, y)] = true
		}
	}
	if len(colours) < 50 {
		v.Errorf("%s: the screenshot has %d colours", name, len(colours))
	}
}

// narrow fails if something lies beside the window.
func (v *visit) narrow() {
	v.Helper()
	v.expect(`document.documentElement.scrollWidth <= window.innerWidth`, "true")
}

// quoted is a text as a script has it.
func quoted(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// compiled is the module, compiled once for all tests.
var compiled = sync.OnceValues(func() (Module, error) {
	sources, err := FindSources("")
	if err != nil {
		return Module{}, err
	}
	return sources.Compile(context.Background(), "", func() {})
})

// module is the engine. It takes a while to compile.
func module(t *testing.T) Module {
	t.Helper()
	if testing.Short() {
		t.Skip("the engine is not compiled to WebAssembly with -short")
	}
	m, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// site writes the page to a folder, and returns its address.
func site(t *testing.T, opens *Program) string {
	t.Helper()
	page := Page(module(t))
	if opens != nil {
		page = With(page, *opens)
	}
	path, err := Write(filepath.Join(t.TempDir(), "a site"), page)
	if err != nil {
		t.Fatal(err)
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
