package main

import (
	"bytes"
	"context"
	"fmt"
	"image/color"
	"image/png"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// prefer lets the system prefer a colour scheme.
func (v *visit) prefer(scheme string) {
	v.Helper()
	v.Do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
		return err
	}))
}

// brightness is that of a part of the page: from black, 0, to white, 255; and that of its darkest and its
// brightest points.
func (v *visit) brightness(selector, name string) (mean, low, high float64) {
	v.Helper()
	shot, err := png.Decode(bytes.NewReader(v.Picture(name)))
	if err != nil {
		v.Fatal(err)
	}
	var x0, y0, x1, y1 float64
	fmt.Sscan(v.Text(`(r => [r.left, r.top, r.right, Math.min(r.bottom, window.innerHeight)].join(" "))(document.querySelector("`+selector+`").getBoundingClientRect())`), &x0, &y0, &x1, &y1)
	low, high = 255, 0
	n := 0.0
	for y := int(y0); y < int(y1); y++ {
		for x := int(x0); x < int(x1); x++ {
			g := float64(color.GrayModel.Convert(shot.At(x, y)).(color.Gray).Y)
			mean, n, low, high = mean+g, n+1, min(low, g), max(high, g)
		}
	}
	if n == 0 {
		v.Fatalf("there is nothing of %s in the window", selector)
	}
	return mean / n, low, high
}

// The page is light or dark, as the system is or as its button says, with its pictures, which can be read in
// both; a picture grows and shrinks, and fits into its frame; commands, programs and tuples are copied.
func TestReportComfort(t *testing.T) {
	ctx := browser(t)
	folder := writeReport(t, "delivery/retry")
	v := open(t, ctx, filepath.Join(folder, "index.html"))
	v.drawn("diagram")

	for _, c := range []struct {
		system, button string
		dark           bool
	}{{"light", "automatic", false}, {"light", "dark", true}, {"light", "light", false}, {"dark", "automatic", true}, {"dark", "light", false}, {"dark", "dark", true}} {
		v.prefer(c.system)
		for range 3 {
			if strings.HasSuffix(v.Text(`document.getElementById("theme").textContent`), c.button) {
				break
			}
			v.Do(chromedp.Evaluate[chromedp.Void](`document.getElementById("theme").click()`))
		}
		v.Expect(`document.getElementById("theme").textContent`, "colours: "+c.button)
		for _, part := range []string{"body", "#image"} {
			mean, low, high := v.brightness(part, "colours "+c.system+" "+c.button)
			if dark := mean < 128; dark != c.dark || high-low < 150 {
				t.Errorf("%s where the system is %s and the button says %s: brightness %.0f, from %.0f to %.0f", part, c.system, c.button, mean, low, high)
			}
		}
	}
	v.Do(chromedp.Evaluate[chromedp.Void](`document.getElementById("program").scrollIntoView()`))
	v.brightness("#program", "dark program")
	v.Do(chromedp.Evaluate[chromedp.Void](`window.scrollTo(0, 0)`))
	v.prefer("light")

	// The size of the picture.
	const width = `document.getElementById("picture").clientWidth`
	before := v.Text(width)
	v.Do(chromedp.Evaluate[chromedp.Void](`document.getElementById("larger").click()`))
	v.Expect(`Math.abs(`+width+` / `+before+` - 1.25) < 0.02`, "true")
	v.Do(chromedp.KeyEvent("0"))
	v.Expect(width, before)
	v.Do(chromedp.KeyEvent("-"))
	v.Expect(`Math.abs(`+width+` / `+before+` - 0.8) < 0.02`, "true")
	for range 8 {
		v.Do(chromedp.KeyEvent("+"))
	}
	v.Expect(`(f => f.scrollWidth > f.clientWidth + 10)(document.getElementById("frame"))`, "true")
	v.narrow()
	v.Do(chromedp.Evaluate[chromedp.Void](`document.getElementById("fit").click()`))
	v.Expect(`(f => f.scrollWidth <= f.clientWidth && f.scrollHeight <= f.clientHeight + 1)(document.getElementById("frame"))`, "true")
	v.Do(chromedp.Evaluate[chromedp.Void](`document.getElementById("width").click()`))
	v.Expect(`(f => Math.abs(document.getElementById("picture").clientWidth - f.clientWidth) <= 1)(document.getElementById("frame"))`, "true")
	v.Do(chromedp.Evaluate[chromedp.Void](`document.getElementById("frame").dispatchEvent(new WheelEvent("wheel", {deltaY: -300, ctrlKey: true, cancelable: true, clientX: 400, clientY: 600}))`))
	v.Expect(`document.getElementById("picture").clientWidth > 2 * document.getElementById("frame").clientWidth`, "true")
	v.brightness("#frame", "zoomed")

	// What is copied, on the clipboard or, where a browser has none for such a page, by hand.
	v.Do(chromedp.KeyEvent("0"), chromedp.KeyEvent(kb.ArrowRight), chromedp.Evaluate[chromedp.Void](`
		window.taken = [];
		Object.defineProperty(navigator, "clipboard", { value: { writeText: async (t) => { taken.push(t); } }, configurable: true });`))
	v.Do(chromedp.Evaluate[chromedp.Void](`document.querySelector(".command .copy").click()`))
	v.Wait(`document.querySelector(".command .copy").textContent === "copied"`)
	v.Expect(`taken[0].startsWith("molly run delivery/retry ") && taken[0].includes("--omit a:b:1")`, "true")
	v.Do(chromedp.Evaluate[chromedp.Void](`document.querySelector("dd .copy").click(); document.querySelector("#files .copy").click();
		[...document.querySelectorAll("#tables .copy")].find(b => b.dataset.text.startsWith("log(")).click()`))
	v.Wait(`taken.length === 4`)
	v.Expect(`taken[1].startsWith("molly verify delivery/retry")`, "true")
	v.Expect(`taken[2].includes("log(M, P)@async :- bcast(N, P), peer(N, M);") && !taken[2].includes("copy")`, "true")
	v.Expect(`taken[3]`, `log("a", "hello")@2`)
	v.Do(chromedp.Evaluate[chromedp.Void](`
		Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
		document.execCommand = () => { taken.push(document.activeElement.value); return true; };
		document.querySelector(".command .copy").click()`))
	v.Expect(`taken[4] === taken[0]`, "true")
	v.quiet(folder)
}
