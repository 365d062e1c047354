package editors

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"molly/internal/chromium"
)

var codeServer = flag.String("code-server", "", "test the extension in VS Code itself: how to start code-server, such as \"code-server\" or \"node entry.js\"")

const extension = "vscode/molly-dedalus.vsix"

// The extension in VS Code itself, served to a browser: it starts the language server, shows verdicts and
// errors, and answers.
func TestVSCode(t *testing.T) {
	if *codeServer == "" {
		t.Skip("NO VS CODE: -code-server says where code-server is (npm install code-server)")
	}
	if _, err := os.Stat(extension); err != nil {
		t.Skip("NO EXTENSION: npm ci && npm run package in editors/vscode make it")
	}
	folder := t.TempDir()
	write(t, filepath.Join(folder, "ws", "ping.ded"), ping)
	write(t, filepath.Join(folder, "ws", "wrong.ded"), "p(\"a\")@1;\nq(X) :- p(X), not r(X);\n")
	write(t, filepath.Join(folder, "data", "User", "settings.json"), fmt.Sprintf(
		`{"molly.path": %q, "security.workspace.trust.enabled": false, "workbench.startupEditor": "none", "editor.accessibilitySupport": "off"}`, molly(t)))
	options := []string{"--extensions-dir", filepath.Join(folder, "extensions"), "--user-data-dir", filepath.Join(folder, "data")}
	if out, err := server(t, append(options, "--install-extension", extension)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	address := serve(t, append(options, "--auth", "none", "--bind-addr", "127.0.0.1:0", "--disable-telemetry", "--disable-update-check"))

	w := browse(t)
	file := url.QueryEscape(fmt.Sprintf(`[["openFile","vscode-remote://%s%s"]]`, address, filepath.Join(folder, "ws", "ping.ded")))
	w.do(chromedp.Navigate("http://" + address + "/?folder=" + filepath.Join(folder, "ws") + "&payload=" + file))
	w.wait(lens("counterexample"))
	w.command("Molly: Verify the Program")
	w.wait(shows("what a sends to b at time 1 is lost"))
	w.command("Molly: Explain Why the Tuple Under the Cursor Holds")
	w.wait(shows(`ask("a", "b", "ping")@1 holds: a fact of the program`))
	w.command("Molly: Restart the Language Server")
	w.wait(lens("certified"))
	w.choose(kb.F1+kb.Backspace, "", "wrong.ded")
	w.wait(`document.querySelector(".squiggly-error") !== null`)
}

const ping = `ask("a", "b", "ping")@1; // where the cursor is first
// molly: eot=4 eff=2 crashes=0 nodes=a,b
// expect: eff=0 → certified

question(M, N, Q)@async :- ask(N, M, Q);
answer(N, M, Q)@async :- question(M, N, Q);
answer(N, M, Q)@next :- answer(N, M, Q);

pre(N, Q) :- ask(N, _, Q)@1, notin crash(N, N, _);
post(N, Q) :- answer(N, _, Q);
`

// molly builds the program.
func molly(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "molly")
	if out, err := exec.Command("go", "build", "-o", path, "molly/cmd/molly").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func server(t *testing.T, args ...string) *exec.Cmd {
	words := append(strings.Fields(*codeServer), args...)
	return exec.CommandContext(t.Context(), words[0], words[1:]...)
}

var listening = regexp.MustCompile(`listening on http://([0-9.:]+)`)

// serve starts code-server until the test ends, and returns its address.
func serve(t *testing.T, args []string) string {
	t.Helper()
	c := server(t, args...)
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	c.WaitDelay = 10 * time.Second
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Wait() })
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if m := listening.FindStringSubmatch(lines.Text()); m != nil {
			go func() {
				for lines.Scan() {
				}
			}()
			return m[1]
		}
	}
	t.Fatal("code-server does not listen")
	return ""
}

// window is a browser that shows VS Code.
type window struct {
	*testing.T
	ctx context.Context
}

func browse(t *testing.T) window {
	t.Helper()
	ctx := chromium.Start(t, "VS Code", 12*time.Minute)
	w := window{t, ctx}
	w.do(chromedp.EmulateViewport(1400, 900))
	return w
}

func (w window) do(steps ...chromedp.Action[chromedp.Void]) {
	w.Helper()
	if err := chromedp.Do(w.ctx, steps...); err != nil {
		w.Fatal(err)
	}
}

// wait waits until an expression is true.
func (w window) wait(expression string) {
	w.Helper()
	for range 1500 { // five minutes, on a busy machine
		is, err := chromedp.Run(w.ctx, chromedp.Evaluate[bool](expression))
		if err == nil && is {
			return
		}
		time.Sleep(200 * time.Millisecond)
	}
	picture, err := chromedp.Run(w.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		name := filepath.Join(os.TempDir(), "vscode.png")
		_ = os.WriteFile(name, picture, 0o666)
		w.Log("a picture is in", name)
	}
	w.Fatalf("it never happens: %s", expression)
}

// shows is whether a text is on the screen, in which VS Code writes spaces as no-break spaces.
func shows(text string) string {
	return fmt.Sprintf(`document.body.innerText.replaceAll("\u00a0", " ").includes(%q)`, text)
}

// lens is whether a line above a line of the program has a text.
func lens(text string) string {
	return fmt.Sprintf(`[...document.querySelectorAll(".codelens-decoration")].some(e => e.textContent.includes(%q))`, text)
}

// command chooses a command from the palette.
func (w window) command(name string) {
	w.Helper()
	w.choose(kb.F1, ">", name)
}

// choose presses keys that open a list, and chooses what has a name.
func (w window) choose(keys, prompt, name string) {
	w.Helper()
	w.do(chromedp.KeyEvent(keys))
	w.wait(fmt.Sprintf(`document.querySelector(".quick-input-widget input")?.value === %q`, prompt))
	w.do(chromedp.KeyEvent(name))
	const first = `document.querySelector(".quick-input-list .monaco-list-row.focused")`
	w.wait(fmt.Sprintf(`%s?.textContent.includes(%q)`, first, name))
	// Enter would go on to the editor.
	var x, y float64
	place, err := chromedp.Run(w.ctx, chromedp.Evaluate[string](`(r => (r.left + 40) + " " + (r.top + r.height / 2))(`+first+`.getBoundingClientRect())`))
	if err != nil {
		w.Fatal(err)
	}
	if _, err := fmt.Sscan(place, &x, &y); err != nil {
		w.Fatal(err)
	}
	w.do(chromedp.MouseClickXY(x, y))
}
