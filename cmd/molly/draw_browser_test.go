package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// The text of a picture stays where it was planned, whatever fonts a viewer has: no text leaves the picture
// or meets another one from its sides, and what is in a box stays in it.
func TestPicturesInOtherFonts(t *testing.T) {
	ctx := browser(t)
	folder := t.TempDir()
	var page bytes.Buffer
	page.WriteString(`<!DOCTYPE html><meta charset="utf-8"><p id="name">pictures</p>`)
	for _, args := range [][]string{
		{"draw", "replication/kafka-0.8", "--counterexample", "--width", "84mm"},
		{"draw", "replication/kafka-0.8", "--counterexample", "--lineage", "violation", "--width", "84mm"},
		{"draw", "delivery/retry", "--counterexample", "--arguments"},
	} {
		var stdout, stderr bytes.Buffer
		if code := run(append(args, "-o", "-", "--format", "svg"), nil, &stdout, &stderr); code != exitOK {
			t.Fatalf("molly %q ends with %d: %s", args, code, stderr.String())
		}
		page.Write(stdout.Bytes())
	}
	file := filepath.Join(folder, "page.html")
	if err := os.WriteFile(file, page.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	v := open(t, ctx, file)
	natural := map[string]bool{}
	for _, font := range []string{`"DejaVu Sans", Verdana, sans-serif`, `"Liberation Mono", "DejaVu Sans Mono", monospace`, `"DejaVu Serif", "Times New Roman", serif`} {
		v.Do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`
			document.getElementById("style")?.remove();
			document.head.insertAdjacentHTML("beforeend", '<style id="style">svg, svg text { font-family: %s !important }</style>')`, font)))
		// How wide it would be shows that it is another font.
		natural[v.Text(`(t => { const was = t.getAttribute("textLength"); t.removeAttribute("textLength"); const w = t.getComputedTextLength().toFixed(1); t.setAttribute("textLength", was); return w; })(document.querySelector("svg text"))`)] = true
		v.Expect(`(() => {
			const wrong = [];
			for (const image of document.querySelectorAll("svg")) {
				const all = [];
				const page = image.viewBox.baseVal;
				for (const text of image.querySelectorAll("text")) {
					const box = text.getBBox();
					const planned = Number(text.getAttribute("textLength"));
					if (box.width > planned + 0.6) wrong.push(text.textContent + " is " + box.width + " wide, not " + planned);
					if (box.x < -0.1 || box.x + box.width > page.width + 0.1) wrong.push(text.textContent + " leaves the picture");
					const ring = text.parentElement.querySelector("path[fill]:not([fill=none])")?.getBBox();
					if (text.parentElement.matches(".goal, .rule, .message, .fault, .node, .missing") && ring && (box.x < ring.x || box.x + box.width > ring.x + ring.width)) wrong.push(text.textContent + " leaves its box");
					const size = Number(text.getAttribute("font-size"));
					const letters = { x: box.x + 0.3, r: box.x + box.width - 0.3, y: Number(text.getAttribute("y")) - 0.7 * size, b: Number(text.getAttribute("y")) + 0.1 * size };
					for (const o of all) {
						if (letters.x < o.r && o.x < letters.r && letters.y < o.b && o.y < letters.b) wrong.push(text.textContent + " meets " + o.text);
					}
					all.push({ ...letters, text: text.textContent });
				}
				if (all.length < 10) wrong.push("only " + all.length + " texts");
			}
			return wrong.join("; ");
		})()`, "")
	}
	if len(natural) < 2 {
		t.Skip("NO FONTS: this machine has one font only, so that nothing is known of others")
	}
}
