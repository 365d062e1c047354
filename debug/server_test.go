package debug

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"molly/node"
	"molly/node/sample/pingpong"
	"molly/node/sample/raft"
	"molly/node/session"
	"molly/node/trace"
)

// serve starts a server of a system, and returns its address.
func serve(t *testing.T, x *session.Session, o Options) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	address, done := make(chan string, 1), make(chan error, 1)
	go func() { done <- New(x, o).Serve(ctx, l, func(url string) { address <- url }) }()
	t.Cleanup(func() {
		cancel()
		select {
		case <-done:
		case <-time.After(time.Minute):
			t.Error("the server does not end")
		}
		x.Close()
	})
	return <-address
}

func begin(t *testing.T) *session.Session {
	t.Helper()
	x, err := session.New(pingpong.System())
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func ask(t *testing.T, method, url, body string, change func(*http.Request)) (int, string) {
	t.Helper()
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if change != nil {
		change(r)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

// Who does not know the token, comes under another name or from another page, or sends too much, is refused.
func TestOnlyItsOwnPage(t *testing.T) {
	url := serve(t, begin(t), Options{Title: "t"})
	host := strings.Split(url, "/")[2]
	for _, c := range []struct {
		name, method, url, body string
		change                  func(*http.Request)
		want                    int
		text                    string
	}{
		{"the page", "GET", url, "", nil, 200, "<!doctype html>"},
		{"its script", "GET", url + "base.js", "", nil, 200, "use strict"},
		{"the view", "GET", url + "view", "", nil, 200, `"title":"t"`},
		{"no token", "GET", "http://" + host + "/", "", nil, 403, "lacks the token"},
		{"another token", "GET", "http://" + host + "/0123/view", "", nil, 403, "lacks the token"},
		{"localhost", "GET", url, "", func(r *http.Request) { r.Host = "localhost" + host[strings.LastIndex(host, ":"):] }, 200, "<!doctype"},
		{"DNS rebinding", "GET", url, "", func(r *http.Request) { r.Host = "evil.example" + host[strings.LastIndex(host, ":"):] }, 403, "own address only"},
		{"another port", "GET", url, "", func(r *http.Request) { r.Host = "127.0.0.1:1" }, 403, "own address only"},
		{"another site", "POST", url + "settle", "{}", func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") }, 403, "own page only"},
		{"a form", "POST", url + "settle", "a=b", func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }, 415, "requests are JSON"},
		{"no such request", "POST", url + "jump", "{}", nil, 404, ""},
		{"no such page", "GET", url + "other.html", "", nil, 404, ""},
		{"out of the folder", "GET", url + "..%2fserver.go", "", nil, 404, ""},
		{"another method", "PUT", url, "", nil, 405, ""},
		{"no JSON", "POST", url + "do", "{", nil, 200, "the request cannot be read"},
		{"too much", "POST", url + "do", `{"type":"` + strings.Repeat("x", maxBody) + `"}`, nil, 200, "it is longer than 16 MiB"},
		{"no such node", "POST", url + "do", `{"kind":"crash","node":"z"}`, nil, 200, `there is no node \"z\"`},
		{"no such state", "POST", url + "travel", `{"state":99}`, nil, 200, "there is no state 99"},
		{"no such message", "POST", url + "do", `{"kind":"deliver","item":"0000000000000001"}`, nil, 200, "no message or timer"},
		{"no condition", "POST", url + "until", `{"condition":"z.x == 1"}`, nil, 200, "there is no node"},
		{"no lineage", "POST", url + "why", `{"tuple":"p(a)"}`, nil, 200, "has no lineage"},
		{"no trace", "POST", url + "open", `{"format":"other"}`, nil, 200, "this is no trace"},
	} {
		code, text := ask(t, c.method, c.url, c.body, c.change)
		if code != c.want || !strings.Contains(text, c.text) {
			t.Errorf("%s: %d %.200s", c.name, code, text)
		}
	}
}

// A search goes on in the background, can be cancelled, and nothing else changes the session meanwhile.
func TestSearch(t *testing.T) {
	url := serve(t, begin(t), Options{})
	if _, text := ask(t, "POST", url+"until", `{"condition":"a.Sent == 100000","steps":60}`, nil); strings.Contains(text, "error") {
		t.Fatal(text)
	}
	if _, text := ask(t, "POST", url+"settle", `{}`, nil); !strings.Contains(text, "a search is under way") {
		t.Error(text)
	}
	if _, text := ask(t, "GET", url+"view", "", nil); !strings.Contains(text, `"search":{"condition":"a.Sent == 100000"`) {
		t.Errorf("%.300s", text)
	}
	ask(t, "POST", url+"cancel", "", nil)
	for begin := time.Now(); time.Since(begin) < time.Minute; {
		_, text := ask(t, "GET", url+"view", "", nil)
		if strings.Contains(text, "cancelled: not within") {
			var v view
			if err := json.NewDecoder(bytes.NewReader([]byte(text))).Decode(&v); err != nil || v.Current != v.Begun {
				t.Errorf("%v, state %d", err, v.Current)
			}
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Error("the search does not end")
}

// A trace that is opened has what each node showed on its way; one that the system does not follow is opened up to there.
func TestOpen(t *testing.T) {
	x := begin(t)
	defer x.Close()
	for range 6 {
		can := x.World.Enabled(nil)
		a := node.Action{Kind: node.Deliver, Item: can[0].ID}
		if can[0].Timer {
			a.Kind = node.Fire
		}
		if _, err := x.Do(a); err != nil {
			t.Fatal(err)
		}
	}
	path := x.Save(trace.Header{})
	other := begin(t)
	defer other.Close()
	s := New(other, Options{})
	if err := s.Open(path); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, st := range other.Current.Path() {
		v, err := s.event(st.Number)
		if err != nil {
			t.Fatal(err)
		}
		seen[string(v.After)] = true
	}
	if len(seen) < 4 || other.Current.Depth != x.Current.Depth {
		t.Errorf("%d different states: %v", len(seen), seen)
	}
	path.Records[5].Type = "another"
	if err := s.Open(path); err != nil || !strings.Contains(s.view(0).Message, "cannot be followed") || other.Current.Depth != 6 {
		t.Errorf("%v, %q, step %d", err, s.message, other.Current.Depth)
	}
}

// A search from the command line is under way when the page comes, and ends with the server.
func TestUntil(t *testing.T) {
	x := begin(t)
	defer x.Close()
	s := New(x, Options{})
	if err := s.Until("z.x", 12); err == nil {
		t.Error("a condition on no node")
	}
	if err := s.Until("a.Sent == 100000", 0); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if err := s.Serve(ctx, l, func(string) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if s.search != nil {
		t.Error("the search goes on")
	}
}

// Groups are parted from each other, and one group from all others.
func TestPartition(t *testing.T) {
	x, err := session.New(raft.System(raft.Options{Nodes: 5}))
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	s := New(x, Options{})
	for _, c := range []struct {
		q     request
		cuts  int
		wrong string
	}{
		{request{Group: []string{"S1"}}, 8, ""},
		{request{Groups: [][]string{{"S1", "S2"}, {"S3"}}}, 10, ""},
		{request{Groups: [][]string{{"S4"}, {"S4"}}}, 10, "in two groups"},
		{request{Groups: [][]string{{"S9"}, {"S4"}}}, 10, "there is no node"},
	} {
		_, err := s.partition(c.q)
		if (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%v: %v", c.q, err)
		}
		if n := len(s.now().Cuts); n != c.cuts {
			t.Errorf("%v: %d links are cut", c.q, n)
		}
	}
}
