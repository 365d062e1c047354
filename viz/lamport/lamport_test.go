package lamport

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"molly/viz"
	"molly/viz/dot"
	"molly/viz/pdf"
	"molly/viz/png"
	"molly/viz/scene"
	"molly/viz/svg"
	"molly/viz/tikz"
)

var update = flag.Bool("update", false, "rewrite the expected pictures in testdata")

func sent(label, from, to string, time int) viz.Message {
	return viz.Message{Label: label, Detail: `"x"`, From: from, To: to, Sent: time, Arrives: time + 1}
}

func lost(label, from, to string, time int, cause string) viz.Message {
	m := sent(label, from, to, time)
	m.Lost, m.Cause = true, cause
	return m
}

// cases are the traces of the golden pictures.
func cases() map[string]viz.Trace {
	three := []string{"a", "b", "c"}
	outcome := func(missing string) []viz.Outcome {
		row := func(name string) viz.Outcome {
			o := viz.Outcome{Name: name}
			for _, n := range three {
				o.Cells = append(o.Cells, viz.Cell{Node: n, Text: `"x"`, Missing: name == "post" && n == missing})
			}
			return o
		}
		return []viz.Outcome{row("pre"), row("post")}
	}
	return map[string]viz.Trace{
		"lost": {
			Title: "lost", Nodes: three, First: 1, Last: 3, Outcomes: outcome("b"),
			Messages: []viz.Message{lost("log", "a", "b", 1, "O(a,b,1)"), sent("log", "a", "c", 1)},
		},
		"oneself": {
			Title: "to oneself", Nodes: three[:2], First: 1, Last: 3,
			Messages: []viz.Message{sent("tick", "a", "a", 1), sent("tick", "b", "b", 1), sent("tock", "a", "b", 2)},
		},
		"several": {
			Title: "several messages of one pair at one time", Nodes: three[:2], First: 1, Last: 2,
			Messages: []viz.Message{
				sent("prepare", "a", "b", 1), sent("prepare", "a", "b", 1), sent("vote", "a", "b", 1), sent("commit", "a", "b", 1),
				sent("accept", "b", "a", 1),
			},
		},
		"crash": {
			Title: "a crash before a send, and one after", Nodes: three, First: 1, Last: 4,
			Crashes: []viz.Crash{{Node: "a", Time: 2}, {Node: "b", Time: 3}},
			Messages: []viz.Message{
				sent("log", "a", "b", 1), lost("log", "a", "c", 2, "C(a,2)"), sent("log", "b", "c", 2), lost("log", "b", "c", 3, "C(b,3)"),
			},
		},
		"first": {
			Title: "violated at the first time", Nodes: three, First: 1, Last: 1, Outcomes: outcome("a"),
			Marks: []viz.Mark{{Node: "a", Time: 1, Text: "post(a)"}},
		},
		"end": {
			Title: "violated at the end", Nodes: three, First: 1, Last: 12, Quiet: 3, Outcomes: outcome("c"),
			Marks:    []viz.Mark{{Node: "c", Time: 12, Text: "post(c)"}},
			Messages: []viz.Message{sent("log", "a", "b", 1), lost("log", "b", "c", 2, "O(b,c,2)")},
		},
		"empty": {Nodes: three, First: 1, Last: 3},
	}
}

func TestGolden(t *testing.T) {
	for name, trace := range cases() {
		s := Draw(trace, Options{})
		for ending, got := range map[string][]byte{".svg": svg.Write(s), ".dot": dot.Write(s)} {
			file := filepath.Join("testdata", name+ending)
			if *update {
				if err := os.WriteFile(file, got, 0o666); err != nil {
					t.Fatal(err)
				}
				continue
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s has changed; go test ./viz/lamport -update rewrites it", file)
			}
		}
	}
}

// written is a message as an SVG has it.
type written struct {
	from, to, sent, arrives, text string
}

// read returns the messages in an SVG, from its data attributes; each must also be in a
// title.
func read(t *testing.T, picture []byte) []written {
	t.Helper()
	var list []written
	var title string
	inTitle := false
	var open []written // of the group that is open
	decoder := xml.NewDecoder(bytes.NewReader(picture))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatalf("no XML: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			inTitle = token.Name.Local == "title"
			if inTitle {
				title = ""
			}
			if token.Name.Local != "g" {
				continue
			}
			data := map[string]string{}
			for _, a := range token.Attr {
				data[a.Name.Local] = a.Value
			}
			open = nil
			if data["data-messages"] == "" {
				continue
			}
			var texts []string
			if err := json.Unmarshal([]byte(data["data-messages"]), &texts); err != nil {
				t.Fatal(err)
			}
			for _, text := range texts {
				open = append(open, written{data["data-from"], data["data-to"], data["data-sent"], data["data-arrives"], text})
			}
			list = append(list, open...)
		case xml.CharData:
			if inTitle {
				title += string(token)
			}
		case xml.EndElement:
			if token.Name.Local == "title" {
				for _, w := range open {
					if unwritable(w.text + w.from) {
						continue
					}
					if !strings.Contains(title, w.text) || !strings.Contains(title, w.from+"@"+w.sent) {
						t.Errorf("the title %q does not tell of %+v", title, w)
					}
				}
				inTitle = false
			}
		}
	}
}

// unwritable reports whether a text has what XML cannot hold.
func unwritable(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\n' || r == '\ufffd' })
}

func sorted(list []written) []written {
	slices.SortFunc(list, func(a, b written) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	return list
}

func TestReadBack(t *testing.T) {
	traces := cases()
	maps.Copy(traces, asynchrony())
	for name, trace := range traces {
		var want []written
		for _, m := range trace.Messages {
			arrives := "never"
			if !m.Lost {
				arrives = fmt.Sprint(m.Arrives)
			}
			want = append(want, written{m.From, m.To, fmt.Sprint(m.Sent), arrives, m.Label + "(" + m.Detail + ")"})
		}
		if got := read(t, svg.Write(Draw(trace, Options{}))); !slices.Equal(sorted(got), sorted(want)) {
			t.Errorf("%s: the picture has\n%v\nthe trace has\n%v", name, got, want)
		}
	}
}

// Strange are names that a format could trip over.
var strange = []string{
	`"`, `'quoted' "twice"`, "<b>&amp;</b>", `back\slash \n`, "", " ", "日本", "naïve", "😀", "a\nb", "\x00\x1b", "\xff", "%d $x$ {y} ~^_#&",
	strings.Repeat("x", 500), strings.Repeat("long words ", 46), "]]>", "--", "→≤†", "\u202eabc",
}

// crowd is a trace in which every node sends every other one something at all times.
func crowd(nodes []string, last int) viz.Trace {
	trace := viz.Trace{Nodes: nodes, First: 1, Last: last}
	for time := 1; time < last; time++ {
		for _, from := range nodes {
			for _, to := range nodes {
				trace.Messages = append(trace.Messages, viz.Message{Label: "relay", Detail: from, From: from, To: to, Sent: time, Arrives: time + 1})
			}
		}
	}
	return trace
}

func TestStrangeNames(t *testing.T) {
	trace := viz.Trace{Title: strings.Join(strange, " "), Nodes: strange, First: 1, Last: 2}
	for i, n := range strange {
		trace.Messages = append(trace.Messages, sent(n, n, strange[(i+7)%len(strange)], 1), sent(n, n, n, 1))
		trace.Crashes = append(trace.Crashes, viz.Crash{Node: n, Time: 2})
		trace.Outcomes = append(trace.Outcomes, viz.Outcome{Name: n, Cells: []viz.Cell{{Node: n, Text: n}, {Text: n, Missing: true}}})
		trace.Messages = append(trace.Messages, lost(n, n, strange[0], 1, n))
	}
	for _, family := range []scene.Family{scene.Sans, scene.Serif, scene.Mono} {
		s := Draw(trace, Options{Style: scene.Style{Family: family}, Details: true})
		picture := svg.Write(s)
		if got := len(read(t, picture)); got != len(trace.Messages) {
			t.Errorf("the SVG has %d messages of %d", got, len(trace.Messages))
		}
		for name, write := range map[string]func() ([]byte, error){
			"pdf": func() ([]byte, error) { return pdf.Write(s) }, "png": func() ([]byte, error) { return png.Write(s.Scaled(0.1)) },
			"dot": func() ([]byte, error) { return dot.Write(s), nil }, "tikz": func() ([]byte, error) { return tikz.Write(s), nil },
		} {
			first, err := write()
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if family != scene.Sans {
				continue
			}
			if second, _ := write(); !bytes.Equal(first, second) {
				t.Errorf("%s is different each time", name)
			}
		}
	}
}

// Labels cover neither each other nor what stands at the ends of arrows, however many there
// are.
func TestLabelsKeepApart(t *testing.T) {
	traces := cases()
	maps.Copy(traces, asynchrony())
	traces["crowd"] = crowd([]string{"a", "b", "c", "d", "e", "f"}, 4)
	traces["long names"] = crowd([]string{"coordinator", "participant-1", "participant-2"}, 4)
	many := viz.Trace{Nodes: []string{"a", "b"}, First: 1, Last: 3}
	for i := range 40 {
		many.Messages = append(many.Messages, sent(fmt.Sprintf("message_%d", i), "a", "b", 1), sent(fmt.Sprintf("m%d", i), "b", "a", 1))
	}
	traces["many"] = many
	for name, trace := range traces {
		for _, details := range []bool{false, true} {
			d := planned(trace, Options{Details: details}, natural(), busy(trace))
			d.settle(d.heights())
			var boxes []scene.Box
			for _, r := range d.rows {
				labelled := map[*arrow]bool{}
				for _, tag := range d.tags[r.time] {
					if !tag.placed {
						t.Errorf("%s: the label %q has no place", name, tag.lines)
						continue
					}
					for _, a := range tag.arrows {
						labelled[a] = true
					}
					boxes = append(boxes, tag.box(tag.at))
				}
				for _, a := range d.labelled[r.time] {
					if !labelled[a] {
						t.Errorf("%s: an arrow has no label", name)
					}
				}
			}
			for _, r := range d.rows {
				for _, b := range d.obstacles(r.time, r.height) {
					b.Y0, b.Y1 = b.Y0+d.at(r.time), b.Y1+d.at(r.time)
					if slices.ContainsFunc(boxes, b.Overlaps) {
						t.Errorf("%s: a label is where an input or an outage is written, at %v", name, b)
					}
				}
			}
			for i, b := range boxes {
				for _, c := range boxes[:i] {
					if b.Overlaps(c) {
						t.Errorf("%s: two labels overlap: %v %v", name, b, c)
					}
				}
			}
		}
	}
}

func TestCompare(t *testing.T) {
	s := Compare(cases()["lost"], cases()["end"], Options{})
	if got := bytes.Count(svg.Write(s), []byte(`class="mark" data-time="1"`)); got != 2 {
		t.Errorf("%d marks of the first difference", got)
	}
	if got := len(read(t, svg.Write(s))); got != 4 {
		t.Errorf("%d messages", got)
	}
	// A message of one of them may arrive after the last time of both.
	late := cases()["lost"]
	late.Messages = append(late.Messages, viz.Message{Label: "late", From: "b", To: "c", Sent: 2, Arrives: 30})
	if got := len(read(t, svg.Write(Compare(late, cases()["lost"], Options{})))); got != 5 {
		t.Errorf("%d messages", got)
	}
}

// Long stretches without anything to show are left out, in both of two traces.
func TestCalm(t *testing.T) {
	a := viz.Trace{Nodes: []string{"a", "b"}, First: 1, Last: 50_000, Quiet: 4, Messages: []viz.Message{sent("log", "a", "b", 100)}}
	b := a
	b.Messages = []viz.Message{sent("log", "a", "b", 40_000)}
	for name, s := range map[string]*scene.Scene{"one": Draw(a, Options{}), "two": Compare(a, b, Options{}), "strong": Compare(a, b, Options{Strong: true})} {
		if times := bytes.Count(svg.Write(s), []byte(`class="time`)); times < 5 || times > 30 {
			t.Errorf("%s: %d times are drawn", name, times)
		}
	}
}

// Nodes and edges of a DOT file have the places of the picture.
func TestDotPlaces(t *testing.T) {
	s := Draw(cases()["lost"], Options{})
	got := string(dot.Write(s))
	for _, it := range s.Items {
		if it.Edge != nil && !strings.Contains(got, "->") {
			t.Fatal("no edges")
		}
		if it.Node != nil {
			c := it.Node.Box.Centre()
			if want := fmt.Sprintf(`pos="%s,`, strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.2f", c.X), "0"), ".")); !strings.Contains(got, want) {
				t.Errorf("no node at %s", want)
			}
		}
	}
}

// A diagram of 10 nodes and 30 times takes less than 0.2 s.
func BenchmarkDraw(b *testing.B) {
	nodes := strings.Split("abcdefghij", "")
	trace := crowd(nodes, 30)
	for b.Loop() {
		svg.Write(Draw(trace, Options{}))
	}
}
