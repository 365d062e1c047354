package debug

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"

	"molly/node"
	"molly/node/session"
	"molly/node/trace"
)

//go:embed page
var page embed.FS

// Options say what is debugged.
type Options struct {
	// Title is what the page is headed by.
	Title string
	// Header is that of the traces that are saved.
	Header trace.Header
	// Commands are kinds of commands that the page offers.
	Commands []string
	// Explain says why a tuple holds, or why not; nil where there is no lineage.
	Explain func(w *node.World, tuple string, out io.Writer) error
	// Rules lists what fired in a node's last step; nil where there are no rules.
	Rules func(w *node.World, n int) (any, error)
	// Save writes a trace to a file of the server's machine; nil offers downloads only.
	Save func(file string, t *trace.Trace) error
}

// maxBody bounds what a page may send, in bytes.
const maxBody = 16 << 20

// Server serves one session.
type Server struct {
	options Options
	token   string
	host    string // the name that requests must have

	mu       sync.Mutex // of all below
	session  *session.Session
	states   []stateView      // by number; only appended to
	named    map[int]struct{} // states that were given names
	version  int
	changed  chan struct{} // closed at each change
	search   *searching    // nil: nobody searches
	shown    *view         // the last view of the session
	breaks   []breakpoint
	message  string // what the last search or run came to
	finished bool
}

// New is a server of a session, which it owns from now on. Of steps that were done before, it does not know what nodes showed on
// the way: a trace is better opened by the server.
func New(x *session.Session, o Options) *Server {
	secret := make([]byte, 16)
	_, _ = rand.Read(secret) // it never fails
	s := &Server{options: o, token: hex.EncodeToString(secret), session: x, named: map[int]struct{}{}, changed: make(chan struct{})}
	s.states = []stateView{{Parent: -1, Node: -1, From: -1, Cause: -1, Text: "the beginning"}}
	for _, st := range x.States[1:] {
		s.states = append(s.states, stateView{
			N: st.Number, Parent: st.Parent.Number, Depth: st.Depth, Text: st.Kind.String(), Kind: st.Kind.String(), Type: st.Type, Node: st.Node, From: -1, Cause: -1, Broken: st.Broken,
		})
	}
	last := map[int]int{} // by node: the state after its last step, in which it showed what it shows now
	for i, st := range x.Current.Path() {
		e := x.World.Events()[i]
		s.states[st.Number] = s.state(st, e)
		if e.Node >= 0 {
			last[e.Node] = st.Number
		}
	}
	for n, number := range last {
		s.states[number].after = written(x.World.State(n))
	}
	x.Seen = s.see
	return s
}

// written is the JSON of a value, or a string that says why there is none.
func written(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		text, _ = json.Marshal("cannot be written as JSON: " + err.Error())
	}
	return text
}

// Serve serves on a listener until the context ends. tell hears the page's address first.
func (s *Server) Serve(ctx context.Context, l net.Listener, tell func(url string)) error {
	s.host = l.Addr().String()
	server := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second, BaseContext: func(net.Listener) context.Context { return ctx }}
	tell("http://" + s.host + "/" + s.token + "/")
	done := make(chan error, 1)
	go func() { done <- server.Serve(l) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	s.mu.Lock()
	s.finished = true
	search := s.search
	s.stopSearch()
	s.change()
	s.mu.Unlock()
	if search != nil {
		<-search.done // the session is closed next
	}
	short, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if server.Shutdown(short) != nil {
		_ = server.Close() // a page still listens
	}
	return context.Cause(ctx)
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	if !s.own(r.Host) {
		http.Error(w, "this server answers under its own address only", http.StatusForbidden)
		return
	}
	if origin := r.Header.Get("Origin"); origin != "" && origin != "http://"+r.Host {
		http.Error(w, "this server answers its own page only", http.StatusForbidden)
		return
	}
	token, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if subtle.ConstantTimeCompare([]byte(token), []byte(s.token)) != 1 {
		http.Error(w, "the address lacks the token that the debugger has printed", http.StatusForbidden)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	switch r.Method {
	case http.MethodGet:
		s.get(w, r, rest)
	case http.MethodPost:
		if r.Header.Get("Content-Type") != "application/json" {
			http.Error(w, "requests are JSON", http.StatusUnsupportedMediaType)
			return
		}
		s.post(w, r, rest)
	default:
		http.Error(w, "there is no such request", http.StatusMethodNotAllowed)
	}
}

// own reports whether a request names this server, and not another name that leads here.
func (s *Server) own(host string) bool {
	if host == s.host {
		return true
	}
	name, port, err := net.SplitHostPort(host)
	_, own, _ := net.SplitHostPort(s.host)
	return err == nil && port == own && (name == "localhost" || name == "127.0.0.1")
}

func (s *Server) get(w http.ResponseWriter, r *http.Request, what string) {
	switch what {
	case "":
		what = "index.html"
	case "view":
		since, _ := strconv.Atoi(r.URL.Query().Get("since")) // 0 where there is none: all
		s.mu.Lock()
		v := s.view(since)
		s.mu.Unlock()
		answer(w, v)
		return
	case "event":
		number, _ := strconv.Atoi(r.URL.Query().Get("state")) // 0 is no event: that is said
		s.mu.Lock()
		defer s.mu.Unlock()
		err := errBusy
		var v eventView
		if s.search == nil {
			v, err = s.event(number)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusConflict)
			return
		}
		answer(w, v)
		return
	case "events":
		s.events(w, r)
		return
	case "trace":
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.search != nil {
			http.Error(w, errBusy.Error(), http.StatusConflict)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Disposition", `attachment; filename="path.trace"`)
		_ = s.session.Save(s.options.Header).Write(w) // the page sees that it is cut short
		return
	}
	text, err := page.ReadFile(path.Join("page", path.Clean("/"+what)))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	types := map[string]string{".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}
	w.Header().Set("Content-Type", types[path.Ext(what)])
	_, _ = w.Write(text) // who does not read it has gone
}

// answer writes JSON.
func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	e := json.NewEncoder(w)
	_ = e.Encode(v) // who does not read it has gone
}

// events tells of each change: the page asks for the view then.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	flush, ok := w.(http.Flusher)
	if !ok {
		http.Error(w, "no streams here", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	for {
		s.mu.Lock()
		version, changed, finished := s.version, s.changed, s.finished
		s.mu.Unlock()
		if finished {
			fmt.Fprint(w, "event: end\ndata: {}\n\n")
			flush.Flush()
			return
		}
		fmt.Fprintf(w, "data: %d\n\n", version)
		flush.Flush()
		select {
		case <-changed:
		case <-r.Context().Done():
			return
		case <-time.After(20 * time.Second):
		}
	}
}

// change tells all pages that something is new. s.mu is held.
func (s *Server) change() {
	s.version++
	close(s.changed)
	s.changed = make(chan struct{})
}

var errBusy = errors.New("a search is under way: cancel it first")
