package debug

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"molly"
	"molly/node"
	"molly/node/dedalus"
	"molly/node/process"
	"molly/node/sample/raft"
	"molly/node/session"
)

// chromium starts a headless browser, or skips the test where there is none.
func chromium(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("the page is not opened in -short")
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
		t.Cleanup(cancel)
		ctx, cancel = chromedp.NewExecAllocator(ctx, append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox)...)
		t.Cleanup(cancel)
		ctx, cancel = chromedp.NewContext(ctx)
		t.Cleanup(cancel)
		return ctx
	}
	t.Skip("NO BROWSER: the page of molly debug is not opened. Debian has one: apt-get install chromium")
	return nil
}

// tab is a page that is open.
type tab struct {
	*testing.T
	ctx context.Context
}

func visit(t *testing.T, ctx context.Context, url string) *tab {
	t.Helper()
	p := &tab{t, ctx}
	p.do(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(url), chromedp.WaitVisible(".node"))
	return p
}

func (p *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	if err := chromedp.Do(p.ctx, actions...); err != nil {
		p.Fatal(err)
	}
}

// js evaluates an expression of the page.
func (p *tab) js(expression string) string {
	p.Helper()
	out, err := chromedp.Run(p.ctx, chromedp.Evaluate[string]("String("+expression+")"))
	if err != nil {
		p.Fatalf("%s: %v", expression, err)
	}
	return out
}

// wait waits until an expression is true.
func (p *tab) wait(expression string) {
	p.Helper()
	for range 400 {
		if p.js("Boolean("+expression+")") == "true" {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	p.shot("stuck")
	p.Fatalf("this does not become true: %s\nthe message is %q", expression, p.js(`document.getElementById("message").textContent`))
}

// keys types keys, one by one.
func (p *tab) keys(text string) {
	p.Helper()
	p.do(chromedp.KeyEvent(text))
}

// shot keeps a picture of the page where MOLLY_SHOTS names a folder.
func (p *tab) shot(name string) {
	p.Helper()
	folder := os.Getenv("MOLLY_SHOTS")
	if folder == "" {
		return
	}
	png, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+".png"), png, 0o666); err != nil {
		p.Fatal(err)
	}
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
	ctx := chromium(t)
	p := visit(t, ctx, page5(t, raft.Options{Nodes: 3}))
	p.wait(`view.nodes.length === 3`)
	// Keys alone: S1 stands for election.
	p.keys(kb.Enter)
	p.wait(`view.nodes[1].items.some(i => i.type === "RequestVote")`)
	p.keys(kb.ArrowRight + kb.ArrowDown + kb.Enter)
	p.wait(`view.nodes[0].items.some(i => i.type === "Vote")`)
	fork := p.js(`view.current`)
	// A click delivers the vote: S1 leads.
	p.do(chromedp.Click(`[data-node="0"][data-type="Vote"]`))
	p.wait(`view.nodes[0].state.role === "leader"`)
	p.wait(`document.querySelector("#node-0 .new")`) // what is new is marked
	p.shot("leader")
	// Back by a click in the history; another message makes a branch.
	p.do(chromedp.Click(`[data-state="` + fork + `"]`))
	p.wait(`view.current === ` + fork + ` && view.nodes[0].state.role === "candidate"`)
	p.do(chromedp.Click(`[data-node="2"][data-type="RequestVote"]`))
	p.wait(`view.states.filter(s => s.parent === ` + fork + `).length === 2`)
	// Run until a state, with progress and an end.
	p.keys("u")
	p.do(chromedp.SetValue("#condition", `S2.role == "leader"`), chromedp.SendKeys("#condition", kb.Enter))
	p.wait(`!view.search && view.nodes[1].state.role === "leader"`)
	// A message is changed by hand; what is no JSON is told.
	p.wait(`view.nodes.some(n => n.items.some(i => i.type === "Append"))`)
	p.js(`(() => { const n = view.nodes.findIndex(n => n.items.some(i => i.type === "Append")); document.querySelector('[data-node="' + n + '"][data-type="Append"]').focus(); return n; })()`)
	p.keys("e")
	p.do(chromedp.SetValue("#ask-text", `{"Term": `), chromedp.Click("#ask-ok"))
	p.wait(`document.getElementById("ask-error").textContent.includes("no JSON")`)
	p.do(chromedp.SetValue("#ask-text", `{"Term": "x"}`), chromedp.Click("#ask-ok"))
	p.wait(`document.getElementById("ask-error").textContent.includes("change Append")`)
	p.do(chromedp.SetValue("#ask-text", `{"Term": 40, "PrevIndex": 0}`), chromedp.Click("#ask-ok"))
	p.wait(`view.path.at(-1).kind === "change" && view.nodes.some(n => n.items.some(i => i.body && i.body.Term === 40))`)
	// Settle, crash, a name; then the page is loaded again.
	p.keys("s")
	p.wait(`/messages delivered/.test(view.message)`)
	p.keys("c")
	p.wait(`view.nodes.some(n => n.status === "down")`)
	before := p.js(`JSON.stringify([view.current, view.states.length, view.nodes.map(n => n.state)])`)
	p.do(chromedp.Reload(), chromedp.WaitVisible(".node"))
	p.wait(`view && view.nodes.length === 3`)
	if after := p.js(`JSON.stringify([view.current, view.states.length, view.nodes.map(n => n.state)])`); after != before {
		t.Errorf("after the page was loaded again: %s\nbefore: %s", after, before)
	}
	p.shot("reloaded")
}

// Twelve nodes fit a page of 1280 pixels.
func TestTwelveNodes(t *testing.T) {
	ctx := chromium(t)
	p := visit(t, ctx, page5(t, raft.Options{Nodes: 12}))
	p.keys(kb.Enter)
	p.wait(`view.path.length === 13`)
	p.shot("twelve")
	if wide := p.js(`document.documentElement.scrollWidth <= 1280 && [...document.querySelectorAll(".node")].every(n => { const r = n.getBoundingClientRect(); return r.left >= 0 && r.right <= 1280 && r.width >= 110; })`); wide != "true" {
		t.Error("nodes are outside of the page or too narrow")
	}
	if overlap := p.js(`(() => { const rs = [...document.querySelectorAll(".node")].map(n => n.getBoundingClientRect()); return rs.some((a, i) => rs.some((b, j) => i < j && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)); })()`); overlap != "false" {
		t.Error("nodes overlap")
	}
}

// The session of section 2 of the Oddity dissertation, by clicks and keys: see node/sample/raft.
func TestReconfigurationInTheBrowser(t *testing.T) {
	ctx := chromium(t)
	p := visit(t, ctx, page5(t, raft.Options{Nodes: 5, Members: 4, Bugs: raft.Bugs{EarlyReconfig: true}}))
	focus := func(name string) {
		p.js(`(() => { selected = { node: view.nodes.findIndex(n => n.name === "` + name + `"), item: 0 }; focusItem(); return 1; })()`)
	}
	timer := func(name, kind string) {
		p.do(chromedp.Click(`[aria-label="` + name + `"] [data-type="` + kind + `"].timer`))
	}
	settle := func() {
		version := p.js(`view.version`)
		p.keys("s")
		p.wait(`view.version > ` + version + ` && /messages delivered|violation/.test(view.message)`)
	}
	cut := func(names ...string) {
		links := p.js(`view.cuts.length`)
		p.js(`post("partition", { group: ` + quoted(names) + ` })`)
		p.wait(`view.cuts.length > ` + links)
	}
	heal := func() {
		p.do(chromedp.Click("#heal"))
		p.wait(`view.cuts.length === 0`)
	}
	command := func(name, kind, body string) {
		events := p.js(`view.path.length`)
		focus(name)
		p.keys("m")
		p.do(chromedp.SetValue("#ask-kind", kind), chromedp.SetValue("#ask-text", body), chromedp.Click("#ask-ok"))
		p.wait(`view.path.length > ` + events)
	}
	timer("S1", "election")
	settle()
	p.wait(`view.nodes[0].state.role === "leader"`)
	cut("S1", "S5")
	command("S1", "AddServer", `{"Server":"S5"}`)
	settle()
	timer("S2", "election")
	settle()
	p.wait(`view.nodes[1].state.role === "leader"`)
	second := p.js(`view.current`)
	cut("S4")
	command("S2", "RemoveServer", `{"Server":"S1"}`)
	settle()
	p.wait(`view.nodes[1].state.commit === 1`)
	again := func() {
		heal()
		cut("S2", "S3")
		focus("S1")
		p.keys("c")
		p.wait(`view.nodes[0].status === "down"`)
		p.keys("c")
		p.wait(`view.nodes[0].status === "up"`)
		for range 2 {
			timer("S1", "election")
			settle()
		}
	}
	again()
	p.wait(`view.violation`)
	p.shot("lost")
	p.js(`post("travel", { state: ` + second + ` })`)
	p.wait(`view.current === ` + second + ` && !view.violation`)
	command("S2", "Request", `{"Data":""}`)
	settle()
	cut("S4")
	command("S2", "RemoveServer", `{"Server":"S1"}`)
	settle()
	p.wait(`view.nodes[1].state.commit === 2`)
	again()
	if role := p.js(`view.nodes[0].state.role + " " + Boolean(view.violation)`); role != "candidate false" {
		t.Errorf("S1 is %s", role)
	}
	p.shot("kept")
}

// A process that answers badly is told of in the page, and the session goes on; what it says is text.
func TestBadProcess(t *testing.T) {
	ctx := chromium(t)
	script := filepath.Join(t.TempDir(), "node.sh")
	text := "#!/bin/sh\nread line; echo '{\"msgtype\":\"response\",\"state\":{\"html\":\"<img src=x onerror=document.title=1>\"},\"timeouts\":[{\"type\":\"<b>t</b>\"}]}'\nread line; echo '<script>document.title=2</script>'\n"
	if err := os.WriteFile(script, []byte(text), 0o777); err != nil {
		t.Fatal(err)
	}
	s, done, err := process.System("bad", []process.Program{{Name: "a", Command: []string{script}}, {Name: "b", Command: []string{script}}}, node.Any, process.Limits{Answer: 2 * time.Second})
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
	p.wait(`document.querySelector("#nodes .broken") && document.querySelector("#nodes .broken").textContent.includes("which is no response")`)
	if n := p.js(`document.querySelectorAll("#nodes img, #nodes script, #nodes b").length + document.title`); n != "0bad: molly debug" {
		t.Errorf("what a process says became markup: %s", n)
	}
	p.keys(kb.ArrowRight + kb.Enter)
	p.wait(`document.querySelectorAll("#nodes .broken").length === 2`)
	p.keys("c")
	p.wait(`view.nodes[1].status === "up"`)
	p.shot("bad")
}

func quoted(names []string) string { return `["` + strings.Join(names, `","`) + `"]` }

// Of a program, a click on a tuple says why it holds, and the rules of a step are listed; a typed tuple that does not
// hold is explained, too.
func TestLineageInThePage(t *testing.T) {
	ctx := chromium(t)
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
	p.wait(`view.nodes[1].items.some(i => i.type === "log")`)
	p.js(`document.querySelector('#node-0 .acts').lastChild.previousSibling.textContent`)
	p.js(`rules(view.nodes[0])`)
	p.wait(`document.getElementById("detail-body").textContent.includes("sent to b")`)
	p.js(`post("settle")`)
	p.wait(`view.nodes[1].items.length === 1`)
	p.do(chromedp.Click(`#node-1 [data-item="0"]`))
	p.wait(`document.querySelector('#node-1 .why')`)
	p.js(`[...document.querySelectorAll('#node-1 .why')].find(e => e.textContent.startsWith("log")).click()`)
	p.wait(`document.getElementById("detail-body").textContent.includes("a message from a arrived")`)
	p.shot("why")
	p.js(`explain('bcast("c", _)')`)
	p.wait(`document.getElementById("detail-body").textContent.includes("has done no step")`)
}

// A long history is drawn as far as it is to be seen, and going to another branch is quick.
func TestLongHistory(t *testing.T) {
	ctx := chromium(t)
	x, err := session.New(raft.System(raft.Options{Nodes: 3}))
	if err != nil {
		t.Fatal(err)
	}
	p := visit(t, ctx, serve(t, x, Options{Title: "raft"}))
	p.js(`post("random", { steps: 1000 })`)
	p.wait(`view.path.length >= 1000`)
	first := p.js(`view.current`)
	p.js(`post("travel", { state: view.path[3].n })`)
	p.wait(`view.path.length === 4`)
	p.js(`post("random", { steps: 1000 })`)
	p.wait(`view.path.length >= 1000`)
	second := p.js(`view.current`)
	p.js(`(async () => { window.times = []; for (let i = 0; i < 10; i++) { const before = performance.now(); const to = [` + first + `, ` + second + `][i % 2]; await post("travel", { state: to }); while (view.current !== to) await new Promise((go) => setTimeout(go, 0)); document.body.getBoundingClientRect(); times.push(performance.now() - before); } window.done = true; })()`)
	p.wait(`window.done`)
	t.Logf("branch switches, in ms: %s", p.js(`times.map(t => Math.round(t)).join(" ")`))
	if n := p.js(`document.querySelectorAll("svg *").length < 3000 && view.current === ` + second); n != "true" {
		t.Errorf("%s elements are drawn", p.js(`document.querySelectorAll("svg *").length`))
	}
	p.shot("long")
}

// All is done by keys: groups are parted, links listed and healed, a state named and gone to, a breakpoint set, random steps made,
// and what goes wrong stays to be read.
func TestKeysAlone(t *testing.T) {
	ctx := chromium(t)
	p := visit(t, ctx, page5(t, raft.Options{Nodes: 5}))
	if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}}); err != nil {
		t.Fatal(err)
	}
	p.keys("P")
	p.do(chromedp.SetValue("#ask-text", "S1 S2"), chromedp.KeyEvent(kb.Enter))
	p.wait(`document.getElementById("ask-error").textContent.includes("no two groups")`)
	p.do(chromedp.SetValue("#ask-text", "S1 S2 / S3 S4"), chromedp.KeyEvent(kb.Enter))
	p.wait(`view.cuts.length === 8 && !document.getElementById("ask").open`)
	p.keys("l" + kb.Enter)
	p.wait(`view.cuts.length === 7`)
	p.keys("n")
	p.do(chromedp.SetValue("#ask-text", "parted"), chromedp.KeyEvent(kb.Enter))
	p.wait(`Object.values(view.names).includes("parted") && !document.getElementById("ask").open`)
	named := p.js(`view.current`)
	p.keys("B")
	p.do(chromedp.SetValue("#ask-text", `any.term >= 2`), chromedp.KeyEvent(kb.Enter))
	p.wait(`view.breaks.length === 1 && !document.getElementById("ask").open`)
	p.keys("h")
	p.wait(`view.cuts.length === 0`)
	p.keys("z")
	p.do(chromedp.SetValue("#ask-text", "500"), chromedp.KeyEvent(kb.Enter))
	p.wait(`/breakpoint any.term/.test(view.message) && view.nodes.some(n => n.state.term === 2) && !document.getElementById("ask").open`)
	if stops := p.js(`view.states.filter(s => s.stop).length`); stops != "1" {
		t.Errorf("the breakpoint holds in %s states", stops)
	}
	p.shot("dark")
	p.keys("g")
	p.do(chromedp.SetValue("#ask-text", "parted"), chromedp.KeyEvent(kb.Enter))
	p.wait(`view.current === ` + named + ` && !document.getElementById("ask").open`)
	p.keys(kb.Enter + "[")
	p.wait(`view.path.at(-1).kind === "heal"`)
	p.keys("]")
	p.wait(`view.path.at(-1).kind === "fire"`)
	// What is wrong stays, until something else is done.
	p.js(`post("do", { kind: "deliver", item: "0000000000000001" })`)
	p.wait(`document.getElementById("message").textContent.includes("no message or timer")`)
	p.js(`refresh()`)
	p.wait(`document.getElementById("message").className === "bad"`)
	p.keys("c")
	p.wait(`view.path.at(-1).kind === "crash" && document.getElementById("message").className === ""`)
}
