package debug

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"molly/node/sample/pingpong"
	"molly/node/session"
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
		case <-time.After(5 * time.Second):
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
	for range 100 {
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
