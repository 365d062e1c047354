package playground

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"molly/playground/engine"
)

var measured = flag.Int("measure", 0, "measure the page so many times, and print the tables of docs/playground.md")

// The numbers of docs/playground.md: the shortest of some times, for a busy machine only ever adds
// to them.
func TestMeasure(t *testing.T) {
	if *measured == 0 {
		t.Skip("-measure 5 measures")
	}
	ctx := browser(t)
	m := module(t)
	address := site(t, nil)
	fmt.Printf("| module | %.1f MB |\n| module, compressed | %.1f MB |\n| page | %.1f MB |\n",
		float64(m.Size)/1e6, float64(len(m.Packed))/1e6, float64(len(Page(m)))/1e6)
	times := map[string]float64{}
	least := func(name string, ms float64) {
		if before, known := times[name]; !known || ms < before {
			times[name] = ms
		}
	}
	var long strings.Builder
	long.WriteString("// molly: eot=4 eff=2 crashes=0 nodes=a,b\np(\"a\", 1)@1;\n")
	for i := range 1997 {
		fmt.Fprintf(&long, "r%d(N, X)@next :- p(N, X), X > %d, notin s(N, X);\n", i%40, i)
	}
	long.WriteString("q(Y) :- p(_, _);\n")
	for range *measured {
		v := open(t, ctx, address)
		v.Run(area + `.value = ` + quoted(long.String()) + `; ` + area + `.dispatchEvent(new Event("input"))`)
		v.Wait(`document.querySelectorAll("#findings .error").length === 1`)
		v.Run(`(() => {
			const start = performance.now();
			new MutationObserver((_, o) => { window.typed ??= performance.now() - start; o.disconnect(); }).observe(document.getElementById("findings"), { childList: true });
			` + area + `.focus(); ` + area + `.setSelectionRange(` + area + `.value.length, ` + area + `.value.length);
			document.execCommand("insertText", false, "q(Z) :- p(_, _);");
		})()`)
		v.Wait(`window.typed`)
		for _, mark := range []string{"started", "checked"} {
			ms, err := strconv.ParseFloat(v.Text(`performance.getEntriesByName("`+mark+`")[0].startTime`), 64)
			if err != nil {
				t.Fatal(err)
			}
			least(mark, ms)
		}
		ms, err := strconv.ParseFloat(v.Text(`window.typed`), 64)
		if err != nil {
			t.Fatal(err)
		}
		least("typed", ms)
	}
	fmt.Printf("| the engine has started after | %.0f ms |\n| first diagnostics after | %.0f ms |\n| diagnostics after a key, 2,000 lines | %.0f ms |\n", times["started"], times["checked"], times["typed"])
	for _, name := range []string{"delivery/simple", "delivery/ack", "agreement/paxos", "agreement/raft-election", "replication/flux", "agreement/bully"} {
		p := engine.Project{Main: name + ".ded"}
		params, err := json.Marshal(engine.Wanted{Project: p})
		if err != nil {
			t.Fatal(err)
		}
		there, here := math.Inf(1), math.Inf(1)
		v := open(t, ctx, address)
		v.Run(`(e => { e.value = ` + quoted(p.Main) + `; e.dispatchEvent(new Event("change")); })(document.getElementById("examples"))`)
		v.Wait(`document.querySelector("#files button").title.startsWith(` + quoted(p.Main) + `)`)
		for range *measured {
			v.Run(`document.getElementById("headline").textContent = ""; document.getElementById("verify").click()`)
			v.verified(name)
			words := seconds.FindString(v.Text(`document.getElementById("verdict").textContent`))
			s, err := strconv.ParseFloat(strings.TrimSuffix(words, " s"), 64)
			if err != nil {
				t.Fatal(err)
			}
			there = min(there, s)
			var e engine.Engine
			var native struct {
				Result struct {
					Document struct {
						Elapsed float64 `json:"elapsed_s"`
					}
				}
			}
			if err := json.Unmarshal(e.Call(t.Context(), "verify", params, nil), &native); err != nil {
				t.Fatal(err)
			}
			here = min(here, native.Result.Document.Elapsed)
		}
		fmt.Printf("| %s | %.0f ms | %.0f ms |\n", name, 1000*there, 1000*here)
	}
}
