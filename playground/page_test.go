package playground

import (
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"molly/playground/engine"
)

// area is the textarea that is shown.
const area = `document.querySelector("#editors .editor:not([hidden]) textarea")`

// write replaces a text in the editor, as if it were typed.
func (v *visit) write(old, text string) {
	v.Helper()
	v.run(`(() => {
		const area = ` + area + `, at = ` + quoted(old) + ` === "" ? 0 : area.value.indexOf(` + quoted(old) + `);
		if (at < 0) throw new Error("the text is not there");
		area.focus();
		area.setSelectionRange(at, ` + quoted(old) + ` === "" ? area.value.length : at + ` + quoted(old) + `.length);
		document.execCommand("insertText", false, ` + quoted(text) + `);
	})()`)
}

func (v *visit) click(selector string) {
	v.Helper()
	v.run(`(() => {
		const e = document.querySelector(` + quoted(selector) + `);
		if (!e) throw new Error("there is no " + ` + quoted(selector) + `);
		e.dispatchEvent(new MouseEvent("click", { bubbles: true }));
	})()`)
}

// slide moves a slider.
func (v *visit) slide(id string, to string) {
	v.Helper()
	v.run(`(() => { const e = document.getElementById("` + id + `"); e.value = ` + to + `; e.dispatchEvent(new Event("input")); })()`)
}

// verified waits for a verdict.
func (v *visit) verified(headline string) {
	v.Helper()
	v.wait(`!document.body.classList.contains("running") && document.getElementById("headline").textContent.includes(` + quoted(headline) + `)`)
}

// What is wrong with a program is shown as it is typed; quick fixes mend it, and can be undone.
func TestEditor(t *testing.T) {
	v := open(t, browser(t), site(t, nil))
	v.wait(`document.querySelectorAll(".code .code-relation").length > 3`)
	v.expect(`document.getElementById("counted").textContent`, "no errors, no warnings")
	v.expect(area+`.value.startsWith("// Best-effort broadcast")`, "true")
	v.picture("opened")

	v.write("log(N, P) :- bcast(N, P);", "log(N, P) :- bcast(N, P), P = \"hello\";\nlog(Q, P) :- bcast(N, P);")
	v.wait(`document.querySelectorAll("#findings .error").length === 2`)
	v.expect(`document.getElementById("counted").textContent.startsWith("2 errors")`, "true")
	v.expect(`[...document.querySelectorAll(".gutter .error")].map(e => e.textContent).join(" ")`, "23 24")
	v.expect(`[...document.querySelectorAll(".code .mark.error")].map(e => e.textContent).join(" ")`, `= Q`)
	v.picture("errors")
	v.narrow()
	v.run(`[...document.querySelectorAll("#findings .error .place")].find(b => b.textContent.startsWith("24:5")).click()`)
	v.expect(`(a => a.value.slice(a.selectionStart, a.selectionEnd))(`+area+`)`, "Q")
	v.click("#findings .fix")
	v.wait(`document.querySelectorAll("#findings .error").length === 1`)
	v.expect(area+`.value.includes("P == \"hello\";\nlog(Q")`, "true")
	v.run(`document.execCommand("undo")`)
	v.wait(`document.querySelectorAll("#findings .error").length === 2`)
	v.run(area + `.focus(); ` + area + `.setSelectionRange(` + area + `.value.indexOf("= \"hello\""), ` + area + `.value.indexOf("= \"hello\""))`)
	v.do(chromedp.KeyEvent(".", chromedp.KeyModifiers(2)))
	v.wait(`document.querySelectorAll("#findings .error").length === 1`)
	v.run(`document.execCommand("undo"); document.execCommand("undo")`)
	v.wait(`document.getElementById("counted").textContent === "no errors, no warnings"`)

	// The tab key indents, and after Esc leaves.
	v.run(area + `.focus(); ` + area + `.setSelectionRange(0, 0)`)
	v.do(chromedp.KeyEvent(kb.Tab))
	v.expect(area+`.value.startsWith("  // Best")`, "true")
	v.do(chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(8)))
	v.expect(area+`.value.startsWith("// Best")`, "true")
	v.do(chromedp.KeyEvent(kb.Escape), chromedp.KeyEvent(kb.Tab))
	v.expect(`document.activeElement.tagName !== "TEXTAREA"`, "true")

	// Included files of the library can be changed, too.
	v.run(`[...document.querySelectorAll("#files button")].find(b => b.textContent === "network.ded").click()`)
	v.wait(area + `?.getAttribute("aria-label") === "delivery/network.ded"`)
	v.write(`peer("a", "b")`, `peer("a", B)`)
	v.wait(`document.querySelectorAll("#findings .error").length > 0`)
	v.expect(`document.querySelector("#findings .place").textContent.startsWith("network.ded:")`, "true")
	v.run(`[...document.querySelectorAll("#files button")].find(b => b.textContent === "simple.ded").click()`)
	v.click("#findings .place")
	v.wait(area + `?.getAttribute("aria-label") === "delivery/network.ded"`)
	v.run(`document.execCommand("undo")`)
	v.wait(`document.getElementById("counted").textContent === "no errors, no warnings"`)

	// Characters of more than one unit do not shift what is marked.
	v.click("#new")
	v.wait(area + `?.getAttribute("aria-label") === "program.ded"`)
	v.write("", "p(\"🙂\", \"é日本\")@1; q(X) :- p(\"🙂\", Y);\n")
	v.wait(`document.querySelectorAll(".mark.error").length > 0`)
	v.expect(`document.querySelector(".mark.error").textContent`, "X")

	// What the executions show comes a moment later.
	v.write("", "// molly: eot=4 eff=0 crashes=0 nodes=a\np(\"a\")@1; q(X) :- p(X), notin p(X); pre(X) :- q(X); post(X) :- p(X);")
	v.wait(`[...document.querySelectorAll("#findings code")].some(c => c.textContent.trim() === "unreachable")`)
	v.quiet()
}

// seconds is the time that a verdict tells.
var seconds = regexp.MustCompile(`\d+\.\d\d\d s`)

// A search, its counterexample, why and why not by pointer and key, the run without faults, other
// settings, another example.
func TestVerify(t *testing.T) {
	v := open(t, browser(t), site(t, nil))
	v.run(area + `.focus()`)
	v.do(chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(2)))
	v.verified("counterexample: delivery/simple can violate its invariant under ⟨4,2,0⟩")
	v.wait(`document.querySelectorAll("#view-diagram .message").length === 2`)
	var e engine.Engine
	native := string(e.Call(t.Context(), "verify", []byte(`{"main": "delivery/simple.ded", "settings": {}, "all": false}`), nil))
	words := seconds.ReplaceAllString(v.text(`document.getElementById("verdict").textContent`), "0.000 s")
	if !strings.Contains(seconds.ReplaceAllString(native, "0.000 s"), quoted(words)) {
		t.Errorf("the page says\n%s\nnatively it is\n%s", words, native)
	}
	v.expect(`document.getElementById("execution").selectedOptions[0].textContent`, "{O(a,b,1)}")
	v.expect(`document.getElementById("happened").textContent`, "what a sends to b at time 1 is lost")
	v.picture("counterexample")
	v.narrow()

	// A message of the diagram, by pointer.
	v.click("#view-diagram .message.lost .wide")
	v.wait(`document.getElementById("why-title").textContent === 'Why not log("b", "hello")@2'`)
	v.expect(`document.getElementById("why-text").textContent.includes("✗ the message from a to b, sent at 1, is lost by the omission O(a,b,1)")`, "true")
	v.wait(`document.querySelector("#why-picture svg")`)
	v.picture("why not")
	v.narrow()

	// A tuple of a table, at a time; a box of its lineage, by key; one that is typed; one that is none.
	v.slide("time", "2")
	v.expect(`[...document.querySelectorAll("#tables tr.new")].map(r => r.textContent).join()`, `+"c", "hello",+"c", "hello"`) // of log, and of post
	v.expect(`[...document.querySelectorAll("#tables tr.gone")].map(r => r.textContent).join()`, `−"a", "hello"`)
	v.click("#tables tr.new button")
	v.wait(`document.getElementById("why-title").textContent === 'Why log("c", "hello")@2'`)
	v.wait(`document.querySelectorAll("#why-picture .ask").length > 1`)
	v.run(`[...document.querySelectorAll("#why-picture .ask")].find(e => e.dataset.label.startsWith("bcast")).focus()`)
	v.do(chromedp.KeyEvent(kb.Enter))
	v.wait(`document.getElementById("why-title").textContent.startsWith("Why bcast(\"a\", \"hello\")@1")`)
	v.click("#back")
	v.wait(`document.getElementById("why-title").textContent === 'Why log("c", "hello")@2'`)
	v.run(`document.getElementById("goal").value = 'log("b", _)@3'; document.getElementById("ask").requestSubmit()`)
	v.wait(`document.getElementById("why-title").textContent === 'Why not log("b", _)@3'`)
	v.run(`document.getElementById("goal").value = 'lag("b", _)'; document.getElementById("ask").requestSubmit()`)
	v.wait(`document.getElementById("why-title").textContent.includes("did you mean log?")`)
	v.click("#violated button")
	v.wait(`document.getElementById("why-title").textContent === 'Why not post("b", "hello")@4'`)
	v.click("#tab-lineage")
	v.wait(`document.querySelectorAll("#view-lineage svg .ask").length > 2`)
	v.picture("lineage")

	// Another execution, and another setting: what is shown is then old.
	v.run(`(e => { e.value = 0; e.dispatchEvent(new Event("change")); })(document.getElementById("execution"))`)
	v.wait(`document.getElementById("kept").textContent === "The invariant holds." && document.querySelectorAll("#view-diagram .message.lost").length === 0`)
	v.expect(`document.getElementById("stale").hidden`, "true")
	v.slide("eff", "0")
	v.expect(`document.getElementById("stale").hidden`, "false")
	v.wait(`document.getElementById("size").textContent === "1 admissible scenario"`)
	v.click("#verify")
	v.verified("certified: no admissible faults violate the invariant of delivery/simple under ⟨4,0,0⟩")
	v.expect(`document.getElementById("stale").hidden`, "true")
	v.picture("certified")
	v.slide("crashes", "3")
	v.slide("eot", "7")
	v.slide("eff", "4")
	v.run(`for (const id of ["noLoss", "twice"]) document.getElementById(id).click()`)
	v.slide("delay", "2")
	v.click("#run")
	v.wait(`document.querySelector("#view-diagram svg .time[data-time='7']")`)
	v.expect(`document.getElementById("said-verdict").hidden`, "true")
	v.click("#own")
	v.wait(`document.getElementById("eff-value").textContent === "2" && !document.getElementById("noLoss").checked`)

	// All counterexamples of another example.
	v.run(`(e => { e.value = "delivery/classic.ded"; e.dispatchEvent(new Event("change")); document.getElementById("all").checked = true; })(document.getElementById("examples"))`)
	v.wait(`document.getElementById("results").hidden && [...document.querySelectorAll("#files button")].some(b => b.textContent === "classic.ded")`)
	v.wait(`document.getElementById("eot-value").textContent === "5"`)
	v.click("#verify")
	v.verified("counterexamples: delivery/classic can violate")
	v.expect(`document.querySelectorAll("#execution option").length > 2`, "true")
	v.wait(`document.getElementById("happened").children.length === 2`)
	v.quiet()
}

// A search runs beside the page, and can be cancelled.
func TestCancel(t *testing.T) {
	v := open(t, browser(t), site(t, &Program{Main: "agreement/bully.ded"}))
	v.wait(`document.getElementById("eot-value").textContent === "10"`)
	v.slide("eot", "20")
	v.run(`document.getElementById("nodes").value = "a,b,c"`)
	for _, s := range [][2]string{{"eff", "19"}, {"crashes", "3"}, {"delay", "6"}, {"restarts", "3"}} {
		v.slide(s[0], s[1])
	}
	v.run(`document.getElementById("twice").click()`)
	v.wait(`document.getElementById("problem").textContent === ""`)
	v.click("#verify")
	v.wait(`document.getElementById("progress").textContent.includes(" s")`)
	v.picture("searching")
	v.write("", "// nothing\np(X) :- q(Y);\n") // the page answers meanwhile
	v.wait(`document.querySelectorAll("#findings .error").length > 0`)
	v.expect(`document.body.classList.contains("running")`, "true")
	v.click("#cancel")
	v.wait(`document.getElementById("progress").textContent === "cancelled" && !document.body.classList.contains("running")`)
	v.click("#verify")
	v.wait(`document.getElementById("progress").textContent.includes("in the program")`)
	v.run(`(e => { e.value = "delivery/simple.ded"; e.dispatchEvent(new Event("change")); })(document.getElementById("examples"))`)
	v.expect(`document.querySelector("#said button").textContent`, "Back to your program")
	v.wait(`document.getElementById("counted").textContent === "no errors, no warnings"`)
	v.click("#verify")
	v.verified("counterexample")
	v.click("#said button")
	v.wait(`document.querySelectorAll("#findings .error").length > 0 && ` + area + `.value.startsWith("// nothing")`)
	v.quiet()
}

// What an address shares is the same in another tab; what was written is there again after a
// reload; a window may be dark, or as narrow as a phone.
func TestShare(t *testing.T) {
	ctx := browser(t)
	text := "// molly: eot=4 eff=2 crashes=1 nodes=a,b\np(\"a\", \"é🙂\")@1;\nq(\"b\", X)@async :- p(\"a\", X);\nq(N, X)@next :- q(N, X);\npre(X) :- p(_, X)@1;\npost(X) :- q(_, X);\n"
	address := site(t, &Program{Main: "my.ded", Files: map[string]string{"my.ded": text}})
	v := open(t, ctx, address)
	v.expect(area+`.value`, text)
	v.slide("eot", "6")
	v.slide("crashes", "0")
	v.click("#verify")
	v.verified("counterexample: my.ded can violate its invariant under ⟨6,2,0⟩")
	v.click("#share")
	v.wait(`location.hash.length > 50`)
	shared, words := v.text(`location.href`), seconds.ReplaceAllString(v.text(`document.getElementById("verdict").textContent`), "")

	other := open(t, ctx, shared)
	other.verified("counterexample: my.ded can violate its invariant under ⟨6,2,0⟩")
	other.expect(area+`.value`, text)
	if got := seconds.ReplaceAllString(other.text(`document.getElementById("verdict").textContent`), ""); got != words {
		t.Errorf("the address shows\n%s\nwhat was shared is\n%s", got, words)
	}
	other.expect(`location.hash.length > 50`, "true")
	other.write("post(X) :- q(_, X);", "post(X) :- q(_, X); // changed")
	other.wait(`location.hash === ""`)
	other.wait(`(localStorage.getItem("molly playground") ?? "").includes("changed")`)
	other.do(chromedp.Reload())
	other.wait(`document.body.dataset.ready === "yes" && ` + area + `.value.includes("// changed")`)
	other.expect(`document.getElementById("eot").value`, "6")

	// Who opens what others share does not lose what is his own.
	for _, way := range []chromedp.Action[chromedp.Void]{
		chromedp.Evaluate[chromedp.Void](`location.href = ` + quoted(shared)),
		chromedp.Navigate("about:blank"),
	} {
		other.do(way)
		if other.text(`location.protocol`) == "about:" {
			other.do(chromedp.Navigate(shared))
		}
		other.wait(`document.querySelector("#said button")?.textContent === "Back to your program"`)
		other.verified("counterexample: my.ded can violate its invariant under ⟨6,2,0⟩")
		other.expect(area+`.value`, text)
		other.click("#said button")
		other.wait(area + `.value.includes("// changed") && location.hash === ""`)
	}

	bad := open(t, ctx, address+"#nothing")
	bad.expect(`document.getElementById("said").textContent.includes("no program that can be read")`, "true")

	other.click("#verify")
	other.verified("counterexample")
	other.click("#theme")
	other.picture("dark")
	other.do(chromedp.EmulateViewport(390, 844))
	other.narrow()
	other.picture("phone")
	other.run(`document.getElementById("bar").scrollIntoView()`)
	other.picture("phone results")
	other.run(`document.getElementById("clock").scrollIntoView()`)
	other.picture("phone tables")
	other.do(chromedp.EmulateViewport(1280, 1000))
	other.click("#help")
	other.picture("help")
	for _, w := range []*visit{v, other} {
		w.quiet()
	}
}
