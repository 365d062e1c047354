package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// ErrNoShutdown says that a client told the server to exit and had not told it to shut down.
var ErrNoShutdown = errors.New("the client said exit before shutdown")

// Options are what a server needs to know about the tool.
type Options struct {
	Version string // that it tells clients
	Docs    string // the address of the folder docs, with a slash at its end, where diagnostics link to it
}

// Server is one session with a client.
//
// Invariant: what clients have open is changed by notifications alone, one after the other, in the
// order in which they come; everything else reads a snapshot.
type Server struct {
	options Options
	conn    *jsonrpc2.Conn
	ctx     context.Context // of the session
	end     context.CancelCauseFunc

	client   clientCapabilities // set by initialize, before anything else
	enc      Encoding
	folders  *workspace
	stage    stage
	ready    chan struct{} // closed when conn is there
	pulse    time.Duration // between looks at the client's process
	publish  *publisher
	verdicts *verifier

	mu       sync.Mutex
	current  *snapshot
	openings int // of documents
	requests map[jsonrpc2.ID]context.CancelFunc
	ended    bool           // nothing begins any more
	running  sync.WaitGroup // what runs beside the reading of messages; waited for when ended is set
}

// stage is how far the handshake is.
type stage int

const (
	uninitialized stage = iota
	initialized
	shutDown
)

// Serve talks the language server protocol until the client says exit, its input or process ends, or the
// context does. It writes nothing but messages of the protocol to out.
//
// The error is ErrNoShutdown, of the input or the output, or why the context ended.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	return newServer(ctx, o).serve(newStream(in, out))
}

func newServer(ctx context.Context, o Options) *Server {
	s := &Server{options: o, enc: UTF16, folders: &workspace{}, requests: map[jsonrpc2.ID]context.CancelFunc{}, ready: make(chan struct{}), pulse: 3 * time.Second}
	s.ctx, s.end = context.WithCancelCause(ctx)
	s.publish = newPublisher(s)
	s.verdicts = newVerifier(s)
	s.current = newSnapshot(s.folders, map[string]*document{})
	return s
}

// serve talks until the session ends.
func (s *Server) serve(messages *stream) error {
	defer s.end(nil)
	s.conn = jsonrpc2.NewConn(s.ctx, messages, s, jsonrpc2.SetLogger(silent{}))
	close(s.ready)
	<-s.conn.DisconnectNotify()
	s.end(errDisconnected)
	s.mu.Lock()
	s.ended = true
	s.mu.Unlock()
	s.running.Wait()
	switch cause := context.Cause(s.ctx); {
	case errors.Is(cause, errExit):
		return nil
	case errors.Is(cause, errDisconnected):
		return messages.failure()
	default:
		return cause
	}
}

// Why a session ended.
var (
	errExit         = errors.New("the client said exit")
	errDisconnected = errors.New("the client is gone")
)

// silent takes the messages of the connection: the stream knows what went wrong.
type silent struct{}

func (silent) Printf(string, ...any) {}

// Handle implements jsonrpc2.Handler. Notifications are handled at once; requests run side by side, each
// on the snapshot that was there when it came.
func (s *Server) Handle(_ context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) {
	<-s.ready
	if r.Notif {
		defer s.recovered(r.Method, nil)
		if err := s.notified(r); err != nil {
			s.log(messageError, "%s: %v", r.Method, err)
		}
		return
	}
	switch {
	case r.Method == "initialize" && s.stage == uninitialized:
		s.answer(r, func() (any, error) { return s.initialize(r) })
		return
	case s.stage == uninitialized:
		s.refuse(r, &jsonrpc2.Error{Code: codeNotInitialized, Message: "initialize comes first"})
		return
	case s.stage == shutDown || r.Method == "initialize":
		s.refuse(r, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: r.Method + " is out of place"})
		return
	case r.Method == "shutdown":
		s.stage = shutDown
		s.verdicts.stop()
		s.answer(r, func() (any, error) { return nil, nil })
		return
	}
	handle, known := requests[r.Method]
	if !known {
		s.refuse(r, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "there is no method " + r.Method})
		return
	}
	ctx, cancel := context.WithCancel(s.ctx)
	s.mu.Lock()
	s.requests[r.ID] = cancel
	q := &request{s, s.current, ctx}
	s.mu.Unlock()
	s.goes(func() {
		defer func() {
			cancel()
			s.mu.Lock()
			delete(s.requests, r.ID)
			s.mu.Unlock()
		}()
		s.answer(r, func() (any, error) { return handle(q, r.Params) })
	})
}

// request is a request that is being answered.
type request struct {
	*Server
	*snapshot
	ctx context.Context
}

// The codes of errors that the protocol adds.
const (
	codeNotInitialized   = -32002
	codeRequestCancelled = -32800
	codeRequestFailed    = -32803
)

// goes runs a part of the session beside the others, unless the session has ended.
func (s *Server) goes(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ended {
		s.running.Go(f)
	}
}

// answer answers a request with what a function returns.
func (s *Server) answer(r *jsonrpc2.Request, f func() (any, error)) {
	defer s.recovered(r.Method, r)
	result, err := f()
	if err != nil {
		s.refuse(r, refusal(err))
		return
	}
	if result == nil {
		result = json.RawMessage("null")
	}
	if err := s.conn.Reply(s.ctx, r.ID, result); err != nil {
		s.disconnect(err)
	}
}

func (s *Server) refuse(r *jsonrpc2.Request, e *jsonrpc2.Error) {
	if err := s.conn.ReplyWithError(s.ctx, r.ID, e); err != nil {
		s.disconnect(err)
	}
}

// refusal is an error in the form of the protocol.
func refusal(err error) *jsonrpc2.Error {
	var known *jsonrpc2.Error
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, context.Canceled):
		return &jsonrpc2.Error{Code: codeRequestCancelled, Message: "cancelled"}
	}
	return &jsonrpc2.Error{Code: codeRequestFailed, Message: err.Error()}
}

// recovered turns a panic into an error of one message: the session goes on.
func (s *Server) recovered(method string, r *jsonrpc2.Request) {
	p := recover()
	if p == nil {
		return
	}
	s.log(messageError, "internal error in %s: %v\n%s", method, p, debug.Stack())
	if r != nil {
		s.refuse(r, &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: fmt.Sprintf("internal error: %v", p)})
	}
}

// notify sends a notification.
func (s *Server) notify(method string, params any) {
	if err := s.conn.Notify(s.ctx, method, params); err != nil {
		s.disconnect(err)
	}
}

// ask sends a request whose answer does not matter.
func (s *Server) ask(method string, params any) {
	if params == nil {
		params = json.RawMessage("null")
	}
	s.goes(func() { _ = s.conn.Call(s.ctx, method, params, nil) }) // a client that cannot says so; there is no more to do
}

// log tells the client what it may show in a list of messages.
func (s *Server) log(kind int, format string, args ...any) {
	s.notify("window/logMessage", messageParams{kind, fmt.Sprintf(format, args...)})
}

// disconnect ends a session whose output is closed.
func (s *Server) disconnect(err error) {
	if s.ctx.Err() == nil {
		s.end(err)
	}
}

// decode reads the parameters of a request or a notification.
func decode[T any](raw *json.RawMessage) (T, error) {
	var params T
	if raw == nil {
		return params, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: "the parameters are missing"}
	}
	if err := json.Unmarshal(*raw, &params); err != nil {
		return params, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
	}
	return params, nil
}

// handler answers requests.
type handler func(*request, *json.RawMessage) (any, error)

// handling makes a handler of a method.
func handling[P any, R any](f func(*request, P) (R, error)) handler {
	return func(q *request, raw *json.RawMessage) (any, error) {
		params, err := decode[P](raw)
		if err != nil {
			return nil, err
		}
		return f(q, params)
	}
}
