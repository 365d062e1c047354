// Package playground makes the playground: one page that has the whole tool in it, with an editor.
// It opens from disk, and from any server of static files; nothing in it comes from elsewhere.
//
//	page ── the program as it is typed ──▶ a worker with the engine ── what is wrong, colours ──▶ page
//	     ── a search, a run, a goal ─────▶ another one, which can be ended ── the answer ───────▶ page
//
// The engine is package playground/engine, compiled to WebAssembly by way of playground/wasm
// ([Sources.Compile]). No compiled file is part of the project, so the page is made where the
// sources and Go are. In the page the module is base64 of gzip, and the browser unpacks it.
package playground

import (
	"bytes"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"molly/dedalus/highlight"
	"molly/internal/skeleton"
)

//go:embed assets
var assets embed.FS

// scripts are the parts of the page's script, in order: each uses what is above it.
var scripts = []string{
	"page.js", "engine.js", "paint.js", "editor.js", "settings.js", "share.js", "program.js",
	"picture.js", "execution.js", "why.js", "search.js", "main.js",
}

// Page returns the page of a module. It opens with what its reader had last; [With] changes that.
func Page(m Module) []byte {
	var script strings.Builder
	for _, name := range scripts {
		script.WriteString(asset(name) + "\n")
	}
	parts := map[string]string{
		"style": highlight.Style + asset("style.css"), "help": asset("help.html"), "version": m.Version, "first": "",
		"blank": skeleton.Text("program"), "go": m.Glue, "worker": asset("worker.js"), "script": script.String(),
		"packed": base64.StdEncoding.EncodeToString(m.Packed),
	}
	for _, name := range []string{"blank", "go", "worker", "script"} {
		if strings.Contains(strings.ToLower(parts[name]), "</script") {
			panic("playground: a script ends in the middle: " + name)
		}
	}
	return []byte(place.ReplaceAllStringFunc(asset("page.html"), func(at string) string { return parts[strings.Trim(at, "{}")] }))
}

// place is where a part of the page goes.
var place = regexp.MustCompile(`{{[a-z]+}}`)

// noFirst is where a page has the program that it opens with, when it has none.
const noFirst = `<script type="application/json" id="first"></script>`

// With returns a page that opens with a program, until its reader changes that.
func With(page []byte, p Program) []byte {
	first, err := json.Marshal(p) // which leaves no < in it
	if err != nil {
		panic("playground: strings that JSON cannot hold: " + err.Error())
	}
	return bytes.Replace(page, []byte(noFirst), []byte(strings.Replace(noFirst, "><", ">"+string(first)+"<", 1)), 1)
}

func asset(name string) string {
	text, err := assets.ReadFile("assets/" + name)
	if err != nil {
		panic("playground: " + err.Error())
	}
	return string(text)
}

// mark is in the first line of every page.
const mark = "<!-- molly playground -->"

// isPage reports whether a text is a page of some version.
func isPage(text []byte) bool {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return bytes.Contains(line, []byte(mark))
}

// Module is the engine.
type Module struct {
	Packed  []byte // the WebAssembly module, compressed by gzip
	Glue    string // Go's script that runs it
	Version string // of Go
	Size    int    // of the module in bytes, not compressed
}

// String says how large it is.
func (m Module) String() string {
	return fmt.Sprintf("%.1f MB of WebAssembly, %.1f MB compressed", float64(m.Size)/1e6, float64(len(m.Packed))/1e6)
}
