package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image/color"
	"image/png"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"molly/internal/chromium"
)

// browser starts a headless Chromium, or skips the test where there is none.
func browser(t *testing.T) context.Context {
	return chromium.Start(t, "the page of molly report", 2*time.Minute)
}

// visit is a page that is open.
type visit struct{ *chromium.Page }

// open opens a page.
func open(t *testing.T, ctx context.Context, file string) *visit {
	t.Helper()
	v := &visit{chromium.Open(t, ctx, (&url.URL{Scheme: "file", Path: file}).String(), 1280, 1000)}
	v.Wait(`document.getElementById("name").textContent !== ""`)
	return v
}

// quiet reports what the page complained of, and what it asked for outside of its folder.
func (v *visit) quiet(folder string) {
	v.Helper()
	for _, m := range v.Messages() {
		v.Errorf("the console has %s", m)
	}
	inside := (&url.URL{Scheme: "file", Path: folder}).String() + "/"
	for _, r := range v.Requests() {
		if !strings.HasPrefix(r, inside) && r != "data:," {
			v.Errorf("the page asks for %s", r)
		}
	}
	if len(v.Requests()) < 5 {
		v.Errorf("only the requests %q were seen", v.Requests())
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
	dark, b := 0, shot.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := shot.At(x, y)
			colours[c] = true
			if g := color.GrayModel.Convert(c).(color.Gray); g.Y < 128 {
				dark++
			}
		}
	}
	if len(colours) < 50 || dark < 3000 {
		v.Errorf("%s: the screenshot has %d colours, %d dark points", name, len(colours), dark)
	}
}

// narrow fails if something lies beside the window.
func (v *visit) narrow() {
	v.Helper()
	v.Expect(`document.documentElement.scrollWidth <= window.innerWidth`, "true")
	v.Expect(`[...document.querySelectorAll("button, h1, h2, pre, table, #frame, #firings")].filter(e => e.offsetWidth > 0 && e.getBoundingClientRect().right > window.innerWidth + 1).length`, "0")
}

// drawn waits until the page has drawn the picture of a tab, and fails if it does not open on
// what it is about.
func (v *visit) drawn(tab string) {
	v.Helper()
	written, err := json.Marshal(tab + " of ")
	if err != nil {
		v.Fatal(err)
	}
	v.Wait(fmt.Sprintf(`(document.getElementById("image")?.getAttribute("aria-label") ?? "").startsWith(%s)`, written))
	v.Expect(`document.querySelectorAll("#image path, #image text").length > 10`, "true")
	v.Expect(`(r => r.width > 100 && r.height > 100)(document.getElementById("image").getBoundingClientRect())`, "true")
	if tab == "lineage" || tab == "what was lost" { // the first part is a goal
		v.Expect(`((p, f) => p.left < f.right && p.right > f.left && p.top < f.bottom && p.bottom > f.top)(
			document.querySelector("#above .part").getBoundingClientRect(), document.getElementById("frame").getBoundingClientRect())`, "true")
	}
}

// first goes to the first execution.
func (v *visit) first() {
	v.Helper()
	v.Do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#executions button").click()`))
	v.Wait(`document.getElementById("name").textContent === document.querySelector("#executions button").textContent.trim()`)
}

// seen fails unless parts of the page are in the window, at least in part.
func (v *visit) seen(selectors ...string) {
	v.Helper()
	for _, s := range selectors {
		v.Expect(fmt.Sprintf(`(r => r.width > 0 && r.top >= 0 && r.top < 0.7 * window.innerHeight)(document.querySelector(%q).getBoundingClientRect())`, s), "true")
	}
}

func writeReport(t *testing.T, args ...string) (folder string) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), "a report")
	var stdout, stderr bytes.Buffer
	if code := run(append([]string{"report", "-o", folder}, args...), nil, &stdout, &stderr); code != exitOK {
		t.Fatalf("molly report %q ends with %d: %s", args, code, stderr.String())
	}
	return folder
}

// The page of a report works in a browser, from disk: the keys walk through times and
// executions, pictures are there, pointing at a rule shows its firings.
func TestReportInBrowser(t *testing.T) {
	ctx := browser(t)
	folder := writeReport(t, "delivery/retry", "--strategy", "ldfi")
	v := open(t, ctx, filepath.Join(folder, "index.html"))
	v.drawn("diagram")
	v.Expect(`document.querySelector("#executions [aria-current]").className`, "bad") // it opens on what it is about
	v.seen("#image", ".verdict")
	v.picture("opened")
	v.first()
	v.drawn("diagram")
	v.Expect(`document.getElementById("name").textContent`, "failure-free")
	v.picture("failure-free")
	v.narrow()

	band := func() string { return v.Text(`document.querySelector("#above .band").getAttribute("y")`) }
	v.Expect(`document.getElementById("now").textContent`, "1")
	first := band()
	v.Do(chromedp.KeyEvent(kb.ArrowRight))
	v.Expect(`document.getElementById("now").textContent`, "2")
	if band() == first {
		t.Error("→ does not move the mark in the diagram")
	}
	v.Expect(`[...document.querySelectorAll("#above path.part.now")].length`, "2") // a sends again
	v.Expect(`[...document.querySelectorAll("#tables tr.new")].some(r => r.textContent.includes("\"b\", \"hello\""))`, "true")
	v.Do(chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowLeft))
	v.Expect(`document.getElementById("now").textContent`, "1")
	if band() != first {
		t.Error("← does not move the mark back")
	}
	for range 9 {
		v.Do(chromedp.KeyEvent(kb.ArrowRight))
	}
	v.Expect(`document.getElementById("now").textContent`, "4")

	for range 40 { // to the first counterexample
		v.Do(chromedp.KeyEvent(kb.ArrowDown))
		v.Wait(`document.getElementById("name").textContent === document.querySelector("#executions [aria-current]").textContent.trim()`)
		if v.Text(`document.querySelector("#executions [aria-current]").className`) == "bad" {
			break
		}
		v.Expect(`document.getElementById("taught").textContent.includes("left to try")`, "true")
	}
	v.Expect(`document.getElementById("taught").textContent.includes("post(\"b\", \"hello\") does not")`, "true")
	v.Expect(`document.getElementById("now").textContent`, "4") // the time stays
	v.picture("counterexample")
	var tabs = strings.Split(v.Text(`[...document.querySelectorAll("#tabs button")].map(b => b.textContent).join(",")`), ",")
	if got := strings.Join(tabs, ","); got != "diagram,lineage,difference,what was lost" {
		t.Errorf("the tabs are %s", got)
	}
	for i, tab := range tabs {
		v.Do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelectorAll("#tabs button")[%d].click()`, i)))
		v.drawn(tab)
		v.Expect(`[...document.querySelectorAll("#above .part")].length > 1`, "true")
		v.picture(tab)
		v.narrow()
	}
	v.Do(chromedp.KeyEvent(kb.ArrowUp))
	v.Wait(`document.querySelector("#executions [aria-current]").className === "good"`)

	// A rule under the pointer shows its firings.
	const rule = `[...document.querySelectorAll(".rule")].find(r => !r.classList.contains("idle") && r.textContent.includes("@async"))`
	v.Do(chromedp.Evaluate[chromedp.Void](rule + `.scrollIntoView({block: "center"})`))
	var x, y float64
	fmt.Sscan(v.Text(`(r => r.left + 8 + " " + (r.top + 6))(`+rule+`.getClientRects()[0])`), &x, &y)
	v.Do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y))
	v.Wait(`document.querySelectorAll("#firings li").length > 0`)
	v.Expect(`/fires( \d+ times| once)/.test(document.querySelector("#firings h3").textContent)`, "true")
	v.picture("firings")
	v.narrow()

	v.Do(chromedp.EmulateViewport(800, 1000))
	v.narrow()
	v.picture("narrow firings")
	v.Do(chromedp.Evaluate[chromedp.Void](`window.scrollTo(0, 0)`))
	v.picture("narrow")
	v.Do(chromedp.KeyEvent(kb.ArrowDown))
	v.Wait(`document.querySelector("#executions [aria-current]").className === "bad"`)
	v.narrow()

	// What colours say, shapes say, too.
	v.Expect(`new Set(["good", "bad", "doubt"].map(id => document.querySelector("#" + id + " path").getAttribute("d"))).size`, "3")
	v.Expect(`[...document.querySelectorAll("#executions button")].every(b => b.querySelector("use").getAttribute("href") === "#" + b.className)`, "true")
	v.quiet(folder)
}

// Of a larger program, a lineage is folded; a button shows all of it. A picture can be saved.
func TestReportFolds(t *testing.T) {
	ctx := browser(t)
	folder := writeReport(t, filepath.Join("testdata", "cases", "abd-regular.ded"), "--limit", "3")
	v := open(t, ctx, filepath.Join(folder, "index.html"))
	v.drawn("diagram")
	v.first()
	v.Do(chromedp.KeyEvent(kb.ArrowDown))
	v.Wait(`document.getElementById("name").textContent === document.querySelector("#executions [aria-current]").textContent.trim()`)
	for _, tab := range []string{"lineage", "what was lost"} {
		v.Do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`[...document.querySelectorAll("#tabs button")].find(b => b.textContent === "%s").click()`, tab)))
		v.drawn(tab)
		v.picture("folded " + tab)
		few := v.Text(`document.querySelectorAll("#above .part").length`)
		v.Expect(`document.querySelectorAll("#above .part").length < 50`, "true")
		v.Expect(`/show all \d+ boxes/.test(document.getElementById("whole").textContent)`, "true")
		v.Do(chromedp.Evaluate[chromedp.Void](`document.getElementById("whole").click()`))
		v.Wait(`document.querySelectorAll("#above .part").length > ` + few)
		v.drawn(tab)
		v.picture("whole " + tab)
		v.narrow()
		v.Do(chromedp.Evaluate[chromedp.Void](`document.getElementById("whole").click()`))
		v.Wait(`document.querySelectorAll("#above .part").length == ` + few)
	}
	v.Do(chromedp.Evaluate[chromedp.Void](`
		HTMLAnchorElement.prototype.click = function () { window.savedAs = this.download; };
		const make = URL.createObjectURL;
		URL.createObjectURL = (b) => { b.text().then((text) => { window.saved = text; }); return make(b); };
		document.getElementById("save").click();`))
	v.Wait(`window.saved !== undefined`)
	v.Expect(`window.savedAs`, "1-lost.svg")
	v.Expect(`window.saved.startsWith("<svg ") && window.saved.includes("http://www.w3.org/2000/svg") && window.saved.includes("pt\"")`, "true")
	v.quiet(folder)
}

// Names that HTML, scripts and URLs might misread are shown as they are.
func TestReportOfOddNames(t *testing.T) {
	ctx := browser(t)
	file := filepath.Join(t.TempDir(), "<b>&'odd'.ded")
	long := strings.Repeat("0123456789", 50)
	names := []string{`</script><b>x`, `&amp;`, `back\\slash`, `qu\"ote`, "é→日本🙂", "", long}
	var program strings.Builder
	for _, n := range names {
		fmt.Fprintf(&program, "peer(\"a\", \"%s\")@1; see(\"a\", \"%s\")@1;\n", n, n)
	}
	program.WriteString("peer(\"a\", \"b\")@1;\nsee(X, Y)@next :- see(X, Y);\ngot(M, X)@async :- peer(X, M), see(X, _);\ngot(X, Y)@next :- got(X, Y);\npre(X, Y) :- got(X, Y);\npost(X, Y) :- got(X, Y), X != \"b\";\n")
	if err := os.WriteFile(file, []byte(program.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	folder := writeReport(t, file, "--eot", "4", "--eff", "2", "--nodes", `a,b,"</script><b>x","&amp;",é→日本🙂,`+long)
	v := open(t, ctx, filepath.Join(folder, "index.html"))
	v.Do(chromedp.KeyEvent(kb.ArrowRight), chromedp.EmulateViewport(800, 1000))
	v.Expect(`document.querySelectorAll("b").length`, "0")
	v.Expect(`document.querySelector("h1").textContent.endsWith("<b>&'odd'.ded")`, "true")
	for _, tuple := range []string{`"a", "</script><b>x"`, `"a", "&amp;"`, `"a", "back\\slash"`, `"a", "qu\"ote"`, `"a", "é→日本🙂"`, `"a", ""`, `"a", "` + long + `"`} {
		written, err := json.Marshal(tuple)
		if err != nil {
			t.Fatal(err)
		}
		v.Expect(fmt.Sprintf(`[...document.querySelectorAll("#tables td")].some(c => c.textContent === %s)`, written), "true")
	}
	v.narrow()
	v.picture("odd names")
	v.quiet(folder)
}
