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
	v.Run(`(() => {
		const area = ` + area + `, at = ` + quoted(old) + ` === "" ? 0 : area.value.indexOf(` + quoted(old) + `);
		if (at < 0) throw new Error("the text is not there");
		area.focus();
		area.setSelectionRange(at, ` + quoted(old) + ` === "" ? area.value.length : at + ` + quoted(old) + `.length);
		document.execCommand("insertText", false, ` + quoted(text) + `);
	})()`)
}

func (v *visit) click(selector string) {
	v.Helper()
	v.Run(`(() => {
		const e = document.querySelector(` + quoted(selector) + `);
		if (!e) throw new Error("there is no " + ` + quoted(selector) + `);
		e.dispatchEvent(new MouseEvent("click", { bubbles: true }));
	})()`)
}

// slide moves a slider.
func (v *visit) slide(id string, to string) {
	v.Helper()
	v.Run(`(() => { const e = document.getElementById("` + id + `"); e.value = ` + to + `; e.dispatchEvent(new Event("input")); })()`)
}

// verified waits for a verdict.
func (v *visit) verified(headline string) {
	v.Helper()
	v.Wait(`!document.body.classList.contains("running") && document.getElementById("headline").textContent.includes(` + quoted(headline) + `)`)
}

// What is wrong with a program is shown as it is typed; quick fixes mend it, and can be undone.
func TestEditor(t *testing.T) {
	v := open(t, browser(t), site(t, nil))
	v.Wait(`document.querySelectorAll(".code .code-relation").length > 3`)
	v.Expect(`document.getElementById("counted").textContent`, "no errors, no warnings")
	v.Expect(area+`.value.startsWith("// Best-effort broadcast")`, "true")
	v.picture("opened")

	v.write("log(N, P) :- bcast(N, P);", "log(N, P) :- bcast(N, P), P = \"hello\";\nlog(Q, P) :- bcast(N, P);")
	v.Wait(`document.querySelectorAll("#findings .error").length === 2`)
	v.Expect(`document.getElementById("counted").textContent.startsWith("2 errors")`, "true")
	v.Expect(`[...document.querySelectorAll(".gutter .error")].map(e => e.textContent).join(" ")`, "23 24")
	v.Expect(`[...document.querySelectorAll(".code .mark.error")].map(e => e.textContent).join(" ")`, `= Q`)
	v.picture("errors")
	v.narrow()
	v.Run(`[...document.querySelectorAll("#findings .error .place")].find(b => b.textContent.startsWith("24:5")).click()`)
	v.Expect(`(a => a.value.slice(a.selectionStart, a.selectionEnd))(`+area+`)`, "Q")
	v.click("#findings .fix")
	v.Wait(`document.querySelectorAll("#findings .error").length === 1`)
	v.Expect(area+`.value.includes("P == \"hello\";\nlog(Q")`, "true")
	v.Run(`document.execCommand("undo")`)
	v.Wait(`document.querySelectorAll("#findings .error").length === 2`)
	v.Run(area + `.focus(); ` + area + `.setSelectionRange(` + area + `.value.indexOf("= \"hello\""), ` + area + `.value.indexOf("= \"hello\""))`)
	v.Do(chromedp.KeyEvent(".", chromedp.KeyModifiers(2)))
	v.Wait(`document.querySelectorAll("#findings .error").length === 1`)
	v.Run(`document.execCommand("undo"); document.execCommand("undo")`)
	v.Wait(`document.getElementById("counted").textContent === "no errors, no warnings"`)

	// The tab key indents, and after Esc leaves.
	v.Run(area + `.focus(); ` + area + `.setSelectionRange(0, 0)`)
	v.Do(chromedp.KeyEvent(kb.Tab))
	v.Expect(area+`.value.startsWith("  // Best")`, "true")
	v.Do(chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(8)))
	v.Expect(area+`.value.startsWith("// Best")`, "true")
	v.Do(chromedp.KeyEvent(kb.Escape), chromedp.KeyEvent(kb.Tab))
	v.Expect(`document.activeElement.tagName !== "TEXTAREA"`, "true")

	// Included files of the library can be changed, too.
	v.Run(`[...document.querySelectorAll("#files button")].find(b => b.textContent === "network.ded").click()`)
	v.Wait(area + `?.getAttribute("aria-label") === "delivery/network.ded"`)
	v.write(`peer("a", "b")`, `peer("a", B)`)
	v.Wait(`document.querySelectorAll("#findings .error").length > 0`)
	v.Expect(`document.querySelector("#findings .place").textContent.startsWith("network.ded:")`, "true")
	v.Run(`[...document.querySelectorAll("#files button")].find(b => b.textContent === "simple.ded").click()`)
	v.click("#findings .place")
	v.Wait(area + `?.getAttribute("aria-label") === "delivery/network.ded"`)
	v.Run(`document.execCommand("undo")`)
	v.Wait(`document.getElementById("counted").textContent === "no errors, no warnings"`)

	// Characters of more than one unit do not shift what is marked.
	v.click("#new")
	v.Wait(area + `?.getAttribute("aria-label") === "program.ded"`)
	v.write("", "p(\"🙂\", \"é日本\")@1; q(X) :- p(\"🙂\", Y);\n")
	v.Wait(`document.querySelectorAll(".mark.error").length > 0`)
	v.Expect(`document.querySelector(".mark.error").textContent`, "X")

	// What the executions show comes a moment later.
	v.write("", "// molly: eot=4 eff=0 crashes=0 nodes=a\np(\"a\")@1; q(X) :- p(X), notin p(X); pre(X) :- q(X); post(X) :- p(X);")
	v.Wait(`[...document.querySelectorAll("#findings code")].some(c => c.textContent.trim() === "unreachable")`)
	v.quiet()
}

// seconds is the time that a verdict tells.
var seconds = regexp.MustCompile(`\d+\.\d\d\d s`)

// A search, its counterexample, why and why not by pointer and key, the run without faults, other
// settings, another example.
func TestVerify(t *testing.T) {
	v := open(t, browser(t), site(t, nil))
	v.Run(area + `.focus()`)
	v.Do(chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(2)))
	v.verified("counterexample: delivery/simple can violate its invariant under ⟨4,2,0⟩")
	v.Wait(`document.querySelectorAll("#view-diagram .message").length === 2`)
	var e engine.Engine
	native := string(e.Call(t.Context(), "verify", []byte(`{"main": "delivery/simple.ded", "settings": {}, "all": false}`), nil))
	words := seconds.ReplaceAllString(v.Text(`document.getElementById("verdict").textContent`), "0.000 s")
	if !strings.Contains(seconds.ReplaceAllString(native, "0.000 s"), quoted(words)) {
		t.Errorf("the page says\n%s\nnatively it is\n%s", words, native)
	}
	v.Expect(`document.getElementById("execution").selectedOptions[0].textContent`, "{O(a,b,1)}")
	v.Expect(`document.getElementById("happened").textContent`, "what a sends to b at time 1 is lost")
	v.picture("counterexample")
	v.narrow()

	// A message of the diagram, by pointer.
	v.click("#view-diagram .message.lost .wide")
	v.Wait(`document.getElementById("why-title").textContent === 'Why not log("b", "hello")@2'`)
	v.Expect(`document.getElementById("why-text").textContent.includes("✗ the message from a to b, sent at 1, is lost by the omission O(a,b,1)")`, "true")
	v.Wait(`document.querySelector("#why-picture svg")`)
	v.picture("why not")
	v.narrow()

	// A tuple of a table, at a time; a box of its lineage, by key; one that is typed; one that is none.
	v.slide("time", "2")
	v.Expect(`[...document.querySelectorAll("#tables tr.new")].map(r => r.textContent).join()`, `+"c", "hello",+"c", "hello"`) // of log, and of post
	v.Expect(`[...document.querySelectorAll("#tables tr.gone")].map(r => r.textContent).join()`, `−"a", "hello"`)
	v.click("#tables tr.new button")
	v.Wait(`document.getElementById("why-title").textContent === 'Why log("c", "hello")@2'`)
	v.Wait(`document.querySelectorAll("#why-picture .ask").length > 1`)
	v.Run(`[...document.querySelectorAll("#why-picture .ask")].find(e => e.dataset.label.startsWith("bcast")).focus()`)
	v.Do(chromedp.KeyEvent(kb.Enter))
	v.Wait(`document.getElementById("why-title").textContent.startsWith("Why bcast(\"a\", \"hello\")@1")`)
	v.click("#back")
	v.Wait(`document.getElementById("why-title").textContent === 'Why log("c", "hello")@2'`)
	v.Run(`document.getElementById("goal").value = 'log("b", _)@3'; document.getElementById("ask").requestSubmit()`)
	v.Wait(`document.getElementById("why-title").textContent === 'Why not log("b", _)@3'`)
	v.Run(`document.getElementById("goal").value = 'lag("b", _)'; document.getElementById("ask").requestSubmit()`)
	v.Wait(`document.getElementById("why-title").textContent.includes("did you mean log?")`)
	v.click("#violated button")
	v.Wait(`document.getElementById("why-title").textContent === 'Why not post("b", "hello")@4'`)
	v.click("#tab-lineage")
	v.Wait(`document.querySelectorAll("#view-lineage svg .ask").length > 2`)
	v.picture("lineage")

	// Another execution, and another setting: what is shown is then old.
	v.Run(`(e => { e.value = 0; e.dispatchEvent(new Event("change")); })(document.getElementById("execution"))`)
	v.Wait(`document.getElementById("kept").textContent === "The invariant holds." && document.querySelectorAll("#view-diagram .message.lost").length === 0`)
	v.Expect(`document.getElementById("stale").hidden`, "true")
	v.slide("eff", "0")
	v.Expect(`document.getElementById("stale").hidden`, "false")
	v.Wait(`document.getElementById("size").textContent === "1 admissible scenario"`)
	v.click("#verify")
	v.verified("certified: no admissible faults violate the invariant of delivery/simple under ⟨4,0,0⟩")
	v.Expect(`document.getElementById("stale").hidden`, "true")
	v.picture("certified")
	v.slide("crashes", "3")
	v.slide("eot", "7")
	v.slide("eff", "4")
	v.Run(`for (const id of ["noLoss", "twice"]) document.getElementById(id).click()`)
	v.slide("delay", "2")
	v.click("#run")
	v.Wait(`document.querySelector("#view-diagram svg .time[data-time='7']")`)
	v.Expect(`document.getElementById("said-verdict").hidden`, "true")
	v.click("#own")
	v.Wait(`document.getElementById("eff-value").textContent === "2" && !document.getElementById("noLoss").checked`)

	// All counterexamples of another example.
	v.Run(`(e => { e.value = "delivery/classic.ded"; e.dispatchEvent(new Event("change")); document.getElementById("all").checked = true; })(document.getElementById("examples"))`)
	v.Wait(`document.getElementById("results").hidden && [...document.querySelectorAll("#files button")].some(b => b.textContent === "classic.ded")`)
	v.Wait(`document.getElementById("eot-value").textContent === "5"`)
	v.click("#verify")
	v.verified("counterexamples: delivery/classic can violate")
	v.Expect(`document.querySelectorAll("#execution option").length > 2`, "true")
	v.Wait(`document.getElementById("happened").children.length === 2`)
	v.quiet()
}

// A search runs beside the page, and can be cancelled.
func TestCancel(t *testing.T) {
	v := open(t, browser(t), site(t, &Program{Main: "agreement/bully.ded"}))
	v.Wait(`document.getElementById("eot-value").textContent === "10"`)
	v.slide("eot", "20")
	v.Run(`document.getElementById("nodes").value = "a,b,c"`)
	for _, s := range [][2]string{{"eff", "19"}, {"crashes", "3"}, {"delay", "6"}, {"restarts", "3"}} {
		v.slide(s[0], s[1])
	}
	v.Run(`document.getElementById("twice").click()`)
	v.Wait(`document.getElementById("problem").textContent === ""`)
	v.click("#verify")
	v.Wait(`document.getElementById("progress").textContent.includes(" s")`)
	v.picture("searching")
	v.write("", "// nothing\np(X) :- q(Y);\n") // the page answers meanwhile
	v.Wait(`document.querySelectorAll("#findings .error").length > 0`)
	v.Expect(`document.body.classList.contains("running")`, "true")
	v.click("#cancel")
	v.Wait(`document.getElementById("progress").textContent === "cancelled" && !document.body.classList.contains("running")`)
	v.click("#verify")
	v.Wait(`document.getElementById("progress").textContent.includes("in the program")`)
	v.Run(`(e => { e.value = "delivery/simple.ded"; e.dispatchEvent(new Event("change")); })(document.getElementById("examples"))`)
	v.Expect(`document.querySelector("#said button").textContent`, "Back to your program")
	v.Wait(`document.getElementById("counted").textContent === "no errors, no warnings"`)
	v.click("#verify")
	v.verified("counterexample")
	v.click("#said button")
	v.Wait(`document.querySelectorAll("#findings .error").length > 0 && ` + area + `.value.startsWith("// nothing")`)
	v.quiet()
}

// What an address shares is the same in another tab; what was written is there again after a
// reload; a window may be dark, or as narrow as a phone.
func TestShare(t *testing.T) {
	ctx := browser(t)
	text := "// molly: eot=4 eff=2 crashes=1 nodes=a,b\np(\"a\", \"é🙂\")@1;\nq(\"b\", X)@async :- p(\"a\", X);\nq(N, X)@next :- q(N, X);\npre(X) :- p(_, X)@1;\npost(X) :- q(_, X);\n"
	address := site(t, &Program{Main: "my.ded", Files: map[string]string{"my.ded": text}})
	v := open(t, ctx, address)
	v.Expect(area+`.value`, text)
	v.slide("eot", "6")
	v.slide("crashes", "0")
	v.click("#verify")
	v.verified("counterexample: my.ded can violate its invariant under ⟨6,2,0⟩")
	v.click("#share")
	v.Wait(`location.hash.length > 50`)
	shared, words := v.Text(`location.href`), seconds.ReplaceAllString(v.Text(`document.getElementById("verdict").textContent`), "")

	other := open(t, ctx, shared)
	other.verified("counterexample: my.ded can violate its invariant under ⟨6,2,0⟩")
	other.Expect(area+`.value`, text)
	if got := seconds.ReplaceAllString(other.Text(`document.getElementById("verdict").textContent`), ""); got != words {
		t.Errorf("the address shows\n%s\nwhat was shared is\n%s", got, words)
	}
	other.Expect(`location.hash.length > 50`, "true")
	other.write("post(X) :- q(_, X);", "post(X) :- q(_, X); // changed")
	other.Wait(`location.hash === ""`)
	other.Wait(`(localStorage.getItem("molly playground") ?? "").includes("changed")`)
	other.Do(chromedp.Reload())
	other.Wait(`document.body.dataset.ready === "yes" && ` + area + `.value.includes("// changed")`)
	other.Expect(`document.getElementById("eot").value`, "6")

	// Who opens what others share does not lose what is his own.
	for _, way := range []chromedp.Action[chromedp.Void]{
		chromedp.Evaluate[chromedp.Void](`location.href = ` + quoted(shared)),
		chromedp.Navigate("about:blank"),
	} {
		other.Do(way)
		if other.Text(`location.protocol`) == "about:" {
			other.Do(chromedp.Navigate(shared))
		}
		other.Wait(`document.querySelector("#said button")?.textContent === "Back to your program"`)
		other.verified("counterexample: my.ded can violate its invariant under ⟨6,2,0⟩")
		other.Expect(area+`.value`, text)
		other.click("#said button")
		other.Wait(area + `.value.includes("// changed") && location.hash === ""`)
	}

	bad := open(t, ctx, address+"#nothing")
	bad.Expect(`document.getElementById("said").textContent.includes("no program that can be read")`, "true")

	other.click("#verify")
	other.verified("counterexample")
	other.click("#theme")
	other.picture("dark")
	other.Do(chromedp.EmulateViewport(390, 844))
	other.narrow()
	other.picture("phone")
	other.Run(`document.getElementById("bar").scrollIntoView()`)
	other.picture("phone results")
	other.Run(`document.getElementById("clock").scrollIntoView()`)
	other.picture("phone tables")
	other.Do(chromedp.EmulateViewport(1280, 1000))
	other.click("#help")
	other.picture("help")
	for _, w := range []*visit{v, other} {
		w.quiet()
	}
}
