package debug

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"molly"
	"molly/internal/chromium"
	"molly/node"
	"molly/node/dedalus"
	"molly/node/process"
	"molly/node/sample/raft"
	"molly/node/session"
)

// browser starts a headless browser, or skips the test.
func browser(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("the page is not opened in -short")
	}
	return chromium.Start(t, "the page of molly debug", 3*time.Minute)
}

// tab is a page that is open.
type tab struct{ *chromium.Page }

func visit(t *testing.T, ctx context.Context, url string) *tab {
	t.Helper()
	p := &tab{chromium.Open(t, ctx, url, 1280, 900)}
	p.Said = `document.getElementById("message").textContent`
	p.Do(chromedp.WaitVisible(".node"))
	return p
}

// keys types keys, one by one, as a keyboard does: a key that the page takes writes nothing. (chromedp.KeyEvent tells the browser
// of the character by itself.)
func (p *tab) keys(text string) {
	p.Helper()
	for _, r := range text {
		events := kb.Encode(r)
		if len(events) == 3 {
			events[0].Text, events[0].UnmodifiedText = events[1].Text, events[1].UnmodifiedText
			events = slices.Delete(events, 1, 2)
		}
		for _, e := range events {
			if _, err := chromedp.Call(p.Ctx, input.DispatchKeyEvent, *e); err != nil {
				p.Fatal(err)
			}
		}
	}
}

// ask types a key that opens a dialog, and answers.
func (p *tab) ask(key, answer string) {
	p.Helper()
	p.keys(key)
	p.Wait(`document.getElementById("ask").open`)
	p.Do(chromedp.SetValue("#ask-text", answer))
	p.keys(kb.Enter)
}

func page5(t *testing.T, o raft.Options) string {
	t.Helper()
	x, err := session.New(raft.System(o))
	if err != nil {
		t.Fatal(err)
	}
	return serve(t, x, Options{Title: "raft", Commands: []string{"Request", "AddServer", "RemoveServer"}})
}

// In the browser, steps are taken, branches made and travelled to, a message is changed, and a page that is loaded
// again shows what it showed.
func TestPage(t *testing.T) {
	ctx := browser(t)
	p := visit(t, ctx, page5(t, raft.Options{Nodes: 3}))
	p.Wait(`view.nodes.length === 3`)
	// Keys alone: S1 stands for election.
	p.keys(kb.Enter)
	p.Wait(`view.nodes[1].items.some(i => i.type === "RequestVote")`)
	p.keys(kb.ArrowRight + kb.ArrowDown + kb.Enter)
	p.Wait(`view.nodes[0].items.some(i => i.type === "Vote")`)
	fork := p.Text(`view.current`)
	// A click delivers the vote: S1 leads.
	p.Do(chromedp.Click(`[data-node="0"][data-type="Vote"]`))
	p.Wait(`view.nodes[0].state.role === "leader"`)
	p.Wait(`document.querySelector("#node-0 .new")`) // what is new is marked
	p.Picture("leader")
	// Back by a click in the history; another message makes a branch.
	p.Do(chromedp.Click(`[data-state="` + fork + `"]`))
	p.Wait(`view.current === ` + fork + ` && view.nodes[0].state.role === "candidate"`)
	p.Do(chromedp.Click(`[data-node="2"][data-type="RequestVote"]`))
	p.Wait(`view.states.filter(s => s.parent === ` + fork + `).length === 2`)
	// Run until a state, with progress and an end.
	p.keys("u")
	p.Do(chromedp.SetValue("#condition", `S2.role == "leader"`), chromedp.SendKeys("#condition", kb.Enter))
	p.Wait(`!view.search && view.nodes[1].state.role === "leader"`)
	// A message is changed by hand; what is no JSON is told.
	p.Wait(`view.nodes.some(n => n.items.some(i => i.type === "Append"))`)
	p.Text(`(() => { const n = view.nodes.findIndex(n => n.items.some(i => i.type === "Append")); document.querySelector('[data-node="' + n + '"][data-type="Append"]').focus(); return n; })()`)
	p.keys("e")
	p.Do(chromedp.SetValue("#ask-text", `{"Term": `), chromedp.Click("#ask-ok"))
	p.Wait(`document.getElementById("ask-error").textContent.includes("no JSON")`)
	p.Do(chromedp.SetValue("#ask-text", `{"Term": "x"}`), chromedp.Click("#ask-ok"))
	p.Wait(`document.getElementById("ask-error").textContent.includes("change Append")`)
	p.Do(chromedp.SetValue("#ask-text", `{"Term": 40, "PrevIndex": 0}`), chromedp.Click("#ask-ok"))
	p.Wait(`view.path.at(-1).kind === "change" && view.nodes.some(n => n.items.some(i => i.body && i.body.Term === 40))`)
	// Settle, crash, a name; then the page is loaded again.
	p.keys("s")
	p.Wait(`/messages delivered/.test(view.message)`)
	p.keys("c")
	p.Wait(`view.nodes.some(n => n.status === "down")`)
	before := p.Text(`JSON.stringify([view.current, view.states.length, view.nodes.map(n => n.state)])`)
	p.Do(chromedp.Reload(), chromedp.WaitVisible(".node"))
	p.Wait(`view && view.nodes.length === 3`)
	if after := p.Text(`JSON.stringify([view.current, view.states.length, view.nodes.map(n => n.state)])`); after != before {
		t.Errorf("after the page was loaded again: %s\nbefore: %s", after, before)
	}
	p.Picture("reloaded")
}

// Twelve nodes fit a page of 1280 pixels.
func TestTwelveNodes(t *testing.T) {
	ctx := browser(t)
	p := visit(t, ctx, page5(t, raft.Options{Nodes: 12}))
	p.keys(kb.Enter)
	p.Wait(`view.path.length === 13`)
	p.Picture("twelve")
	if wide := p.Text(`document.documentElement.scrollWidth <= 1280 && [...document.querySelectorAll(".node")].every(n => { const r = n.getBoundingClientRect(); return r.left >= 0 && r.right <= 1280 && r.width >= 110; })`); wide != "true" {
		t.Error("nodes are outside of the page or too narrow")
	}
	if overlap := p.Text(`(() => { const rs = [...document.querySelectorAll(".node")].map(n => n.getBoundingClientRect()); return rs.some((a, i) => rs.some((b, j) => i < j && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)); })()`); overlap != "false" {
		t.Error("nodes overlap")
	}
}

// The session of section 2 of the Oddity dissertation, by clicks and keys: see node/sample/raft.
func TestReconfigurationInTheBrowser(t *testing.T) {
	ctx := browser(t)
	p := visit(t, ctx, page5(t, raft.Options{Nodes: 5, Members: 4, Bugs: raft.Bugs{EarlyReconfig: true}}))
	focus := func(name string) {
		p.Text(`(() => { selected = { node: view.nodes.findIndex(n => n.name === "` + name + `"), item: 0 }; focusItem(); return 1; })()`)
	}
	timer := func(name, kind string) {
		p.Do(chromedp.Click(`[aria-label="` + name + `"] [data-type="` + kind + `"].timer`))
	}
	settle := func() {
		version := p.Text(`view.version`)
		p.keys("s")
		p.Wait(`view.version > ` + version + ` && /messages delivered|violation/.test(view.message)`)
	}
	cut := func(names ...string) {
		links := p.Text(`view.cuts.length`)
		p.Text(`post("partition", { group: ` + quoted(names) + ` })`)
		p.Wait(`view.cuts.length > ` + links)
	}
	heal := func() {
		p.Do(chromedp.Click("#heal"))
		p.Wait(`view.cuts.length === 0`)
	}
	command := func(name, kind, body string) {
		events := p.Text(`view.path.length`)
		focus(name)
		p.keys("m")
		p.Do(chromedp.SetValue("#ask-kind", kind), chromedp.SetValue("#ask-text", body), chromedp.Click("#ask-ok"))
		p.Wait(`view.path.length > ` + events)
	}
	timer("S1", "election")
	settle()
	p.Wait(`view.nodes[0].state.role === "leader"`)
	cut("S1", "S5")
	command("S1", "AddServer", `{"Server":"S5"}`)
	settle()
	timer("S2", "election")
	settle()
	p.Wait(`view.nodes[1].state.role === "leader"`)
	second := p.Text(`view.current`)
	cut("S4")
	command("S2", "RemoveServer", `{"Server":"S1"}`)
	settle()
	p.Wait(`view.nodes[1].state.commit === 1`)
	again := func() {
		heal()
		cut("S2", "S3")
		focus("S1")
		p.keys("c")
		p.Wait(`view.nodes[0].status === "down"`)
		p.keys("c")
		p.Wait(`view.nodes[0].status === "up"`)
		for range 2 {
			timer("S1", "election")
			settle()
		}
	}
	again()
	p.Wait(`view.violation`)
	p.Picture("lost")
	p.Text(`post("travel", { state: ` + second + ` })`)
	p.Wait(`view.current === ` + second + ` && !view.violation`)
	command("S2", "Request", `{"Data":""}`)
	settle()
	cut("S4")
	command("S2", "RemoveServer", `{"Server":"S1"}`)
	settle()
	p.Wait(`view.nodes[1].state.commit === 2`)
	again()
	if role := p.Text(`view.nodes[0].state.role + " " + Boolean(view.violation)`); role != "candidate false" {
		t.Errorf("S1 is %s", role)
	}
	p.Picture("kept")
}

// A process that answers badly is told of in the page, and the session goes on; what it says is text.
func TestBadProcess(t *testing.T) {
	ctx := browser(t)
	script := filepath.Join(t.TempDir(), "node.sh")
	text := "#!/bin/sh\nread line; echo '{\"msgtype\":\"response\",\"state\":{\"html\":\"<img src=x onerror=document.title=1>\"},\"timeouts\":[{\"type\":\"<b>t</b>\"}]}'\nread line; echo '<script>document.title=2</script>'\n"
	if err := os.WriteFile(script, []byte(text), 0o777); err != nil {
		t.Fatal(err)
	}
	s, done, err := process.System("bad", []process.Program{{Name: "a", Command: []string{script}}, {Name: "b", Command: []string{script}}}, node.Any, process.Limits{Answer: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	x, err := session.New(s)
	if err != nil {
		t.Fatal(err)
	}
	p := visit(t, ctx, serve(t, x, Options{Title: "bad"}))
	p.keys(kb.Enter)
	p.Wait(`document.querySelector("#nodes .broken") && document.querySelector("#nodes .broken").textContent.includes("which is no response")`)
	if n := p.Text(`document.querySelectorAll("#nodes img, #nodes script, #nodes b").length + document.title`); n != "0bad: molly debug" {
		t.Errorf("what a process says became markup: %s", n)
	}
	p.keys(kb.ArrowRight + kb.Enter)
	p.Wait(`document.querySelectorAll("#nodes .broken").length === 2`)
	p.keys("c")
	p.Wait(`view.nodes[1].status === "up"`)
	p.Picture("bad")
}

func quoted(names []string) string { return `["` + strings.Join(names, `","`) + `"]` }

// Of a program, a click on a tuple says why it holds, and the rules of a step are listed; a typed tuple that does not
// hold is explained, too.
func TestLineageInThePage(t *testing.T) {
	ctx := browser(t)
	program, err := molly.Load(t.Context(), "delivery/simple")
	if err != nil {
		t.Fatal(err)
	}
	q, err := program.Question(molly.Options{})
	if err != nil {
		t.Fatal(err)
	}
	system, err := q.System(node.Any)
	if err != nil {
		t.Fatal(err)
	}
	x, err := session.New(system)
	if err != nil {
		t.Fatal(err)
	}
	p := visit(t, ctx, serve(t, x, Options{Title: "simple", Explain: dedalus.Explain, Rules: dedalus.LastRules}))
	p.keys(kb.Enter)
	p.Wait(`view.nodes[1].items.some(i => i.type === "log")`)
	p.Text(`document.querySelector('#node-0 .acts').lastChild.previousSibling.textContent`)
	p.Text(`rules(view.nodes[0])`)
	p.Wait(`document.getElementById("detail-body").textContent.includes("sent to b")`)
	p.Text(`post("settle")`)
	p.Wait(`view.nodes[1].items.length === 1`)
	p.Do(chromedp.Click(`#node-1 [data-item="0"]`))
	p.Wait(`document.querySelector('#node-1 .why')`)
	p.Text(`[...document.querySelectorAll('#node-1 .why')].find(e => e.textContent.startsWith("log")).click()`)
	p.Wait(`document.getElementById("detail-body").textContent.includes("a message from a arrived")`)
	p.Picture("why")
	p.Text(`explain('bcast("c", _)')`)
	p.Wait(`document.getElementById("detail-body").textContent.includes("has done no step")`)
}

// A long history is drawn as far as it is to be seen, and going to another branch is quick.
func TestLongHistory(t *testing.T) {
	ctx := browser(t)
	x, err := session.New(raft.System(raft.Options{Nodes: 3}))
	if err != nil {
		t.Fatal(err)
	}
	p := visit(t, ctx, serve(t, x, Options{Title: "raft"}))
	p.Text(`post("random", { steps: 1000 })`)
	p.Wait(`view.path.length >= 1000`)
	first := p.Text(`view.current`)
	p.Text(`post("travel", { state: view.path[3].n })`)
	p.Wait(`view.path.length === 4`)
	p.Text(`post("random", { steps: 1000 })`)
	p.Wait(`view.path.length >= 1000`)
	second := p.Text(`view.current`)
	p.Text(`(async () => { window.times = []; for (let i = 0; i < 10; i++) { const before = performance.now(); const to = [` + first + `, ` + second + `][i % 2]; await post("travel", { state: to }); while (view.current !== to) await new Promise((go) => setTimeout(go, 0)); document.body.getBoundingClientRect(); times.push(performance.now() - before); } window.done = true; })()`)
	p.Wait(`window.done`)
	t.Logf("branch switches, in ms: %s", p.Text(`times.map(t => Math.round(t)).join(" ")`))
	if n := p.Text(`document.querySelectorAll("svg *").length < 3000 && view.current === ` + second); n != "true" {
		t.Errorf("%s elements are drawn", p.Text(`document.querySelectorAll("svg *").length`))
	}
	p.Picture("long")
}

// All is done by keys: groups are parted, links listed and healed, a state named and gone to, a breakpoint set, random steps made,
// and what goes wrong stays to be read.
func TestKeysAlone(t *testing.T) {
	ctx := browser(t)
	p := visit(t, ctx, page5(t, raft.Options{Nodes: 5}))
	if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}}); err != nil {
		t.Fatal(err)
	}
	p.ask("P", "S1 S2")
	p.Wait(`document.getElementById("ask-error").textContent.includes("no two groups")`)
	p.Do(chromedp.SetValue("#ask-text", "S1 S2 / S3 S4"))
	p.keys(kb.Enter)
	p.Wait(`view.cuts.length === 8 && !document.getElementById("ask").open`)
	p.keys("l" + kb.Enter)
	p.Wait(`view.cuts.length === 7`)
	p.ask("n", "parted")
	p.Wait(`Object.values(view.names).includes("parted") && !document.getElementById("ask").open`)
	named := p.Text(`view.current`)
	p.ask("B", `any.term >= 2`)
	p.Wait(`view.breaks.length === 1 && !document.getElementById("ask").open`)
	p.keys("h")
	p.Wait(`view.cuts.length === 0`)
	p.ask("z", "500")
	p.Wait(`/breakpoint any.term/.test(view.message) && view.nodes.some(n => n.state.term === 2) && !document.getElementById("ask").open`)
	if stops := p.Text(`view.states.filter(s => s.stop).length`); stops != "1" {
		t.Errorf("the breakpoint holds in %s states", stops)
	}
	p.Picture("dark")
	p.ask("g", "parted")
	p.Wait(`view.current === ` + named + ` && !document.getElementById("ask").open`)
	p.keys(kb.Enter + "[")
	p.Wait(`view.path.at(-1).kind === "heal"`)
	p.keys("]")
	p.Wait(`view.path.at(-1).kind === "fire"`)
	// What is wrong stays, until something else is done.
	p.Text(`post("do", { kind: "deliver", item: "0000000000000001" })`)
	p.Wait(`document.getElementById("message").textContent.includes("no message or timer")`)
	p.Text(`refresh()`)
	p.Wait(`document.getElementById("message").className === "bad"`)
	p.keys("c")
	p.Wait(`view.path.at(-1).kind === "crash" && document.getElementById("message").className === ""`)
}

// Keys that are typed while the server is at work are not lost: each acts on what the one before has done, also in the dialogs that they open.
func TestTypeAhead(t *testing.T) {
	ctx := browser(t)
	p := visit(t, ctx, page5(t, raft.Options{Nodes: 3}))
	p.Wait(`view.path.length === 3`)
	p.Text(`(() => { const quick = window.fetch; window.fetch = (...request) => new Promise((go) => setTimeout(go, 150)).then(() => quick(...request)); })()`)
	p.keys("cb" + kb.Enter + "[")
	p.Wait(`view.states.length === 6 && view.path.at(-1).kind === "crash"`)
	p.keys("]n" + "x y" + kb.Enter + "z" + "7" + kb.Backspace + "3" + kb.Enter + "n" + "end" + kb.Enter + "b")
	p.Wait(`Object.values(view.names).includes("end") && view.path.length === 6 && working === 0`)
	p.Expect(`[view.states[view.path[3].n].kind, view.names[view.path[3].n], view.states.length, view.names[8], document.getElementById("ask").open, waiting.length].join()`, "fire,x y,9,end,false,0")
	// What cannot be sent stays to be mended, and the keys that were typed after it are in the text.
	p.keys("g" + "nowhere" + kb.Enter)
	p.Wait(`document.getElementById("ask-error").textContent.includes("no state is named nowhere")`)
	p.keys(kb.Escape)
	p.Wait(`!document.getElementById("ask").open`)
}
