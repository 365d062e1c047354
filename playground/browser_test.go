package playground

import (
	"bytes"
	"context"
	"encoding/json"
	"image/color"
	"image/png"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"molly/internal/chromium"
)

// browser starts a headless Chromium, or skips the test where there is none.
func browser(t *testing.T) context.Context {
	return chromium.Start(t, "the playground", 10*time.Minute)
}

// visit is a page that is open.
type visit struct{ *chromium.Page }

// open opens an address in a tab of its own, and waits until the page is ready.
func open(t *testing.T, ctx context.Context, address string) *visit {
	t.Helper()
	v := &visit{chromium.Open(t, ctx, address, 1280, 1000)}
	v.Said = `["headline", "said", "progress"].map(id => document.getElementById(id).textContent)`
	v.Wait(`document.body.dataset.ready === "yes"`)
	return v
}

// quiet reports what the page complained of, and what it asked for outside of itself.
func (v *visit) quiet() {
	v.Helper()
	for _, m := range v.Messages() {
		v.Errorf("the console has %s", m)
	}
	for _, r := range v.Requests() {
		if !strings.HasPrefix(r, "data:") && !strings.HasPrefix(r, "blob:") && !strings.HasPrefix(r, "file:") {
			v.Errorf("the page asks for %s", r)
		}
	}
	if len(v.Requests()) == 0 {
		v.Errorf("no requests were seen")
	}
}

// picture takes a picture of what is visible, and fails if there is little in it.
func (v *visit) picture(name string) {
	v.Helper()
	shot, err := png.Decode(bytes.NewReader(v.Picture(name)))
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
	v.Expect(`document.documentElement.scrollWidth <= window.innerWidth`, "true")
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
