package process

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"molly/node"
)

// Listen waits until a process for each of some nodes has connected and registered, and makes a system of them.
// Each connection serves one execution at a time.
//
// tell, where it is set, hears of each process that has registered, and of each connection that is refused.
func Listen(ctx context.Context, l net.Listener, names []string, order node.Order, limit Limits, tell func(string)) (*node.System, func(), error) {
	limit = limit.orDefault()
	if tell == nil {
		tell = func(string) {}
	}
	t := &tcpSource{names: names, idle: make([]*connection, len(names)), all: map[*connection]bool{}, arrived: make(chan struct{}, 1), limit: limit}
	go t.accept(l, tell)
	for {
		if missing := t.missing(); len(missing) == 0 {
			s := system("tcp", names, order, t)
			s.Worlds = 1
			return s, func() { _ = l.Close(); t.close() }, nil
		}
		select {
		case <-t.arrived:
		case <-ctx.Done():
			missing := t.missing()
			_ = l.Close()
			t.close()
			return nil, nil, fmt.Errorf("no process has registered as %s: %w", strings.Join(missing, ", "), context.Cause(ctx))
		}
	}
}

// tcpSource are processes that connect.
type tcpSource struct {
	names   []string
	limit   Limits
	arrived chan struct{}

	mu     sync.Mutex
	idle   []*connection // by node
	all    map[*connection]bool
	closed bool
}

func (t *tcpSource) missing() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var list []string
	for i, c := range t.idle {
		if c == nil {
			list = append(list, t.names[i])
		}
	}
	return list
}

func (t *tcpSource) accept(l net.Listener, tell func(string)) {
	for {
		conn, err := l.Accept()
		if err != nil {
			return // closed
		}
		go func() {
			if err := t.register(conn); err != nil {
				tell(fmt.Sprintf("refused %v: %v", conn.RemoteAddr(), err))
				_ = conn.Close()
			}
		}()
	}
}

// register reads who connects.
func (t *tcpSource) register(conn net.Conn) error {
	if err := conn.SetReadDeadline(time.Now().Add(t.limit.Answer)); err != nil {
		return err
	}
	in := bufio.NewReaderSize(conn, 64<<10)
	text, err := readLine(in, t.limit.Size)
	if err != nil {
		return fmt.Errorf("it does not register: %w", err)
	}
	var who request
	if err := json.Unmarshal(text, &who); err != nil || who.Kind != "register" {
		return fmt.Errorf("its first line is %s, where {\"msgtype\":\"register\",\"name\":…} is expected", excerpt(text))
	}
	i := slices.Index(t.names, who.Name)
	if i < 0 {
		return fmt.Errorf("it registers as %q; the nodes are %q", who.Name, t.names)
	}
	if err := conn.SetReadDeadline(time.Time{}); err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return errClosed
	}
	if t.idle[i] != nil && !t.idle[i].gone.Load() {
		return fmt.Errorf("a process has registered as %q already", who.Name)
	}
	var c *connection
	c = connect(in, conn, t.limit, func() error {
		_ = conn.Close()
		t.mu.Lock()
		delete(t.all, c)
		t.mu.Unlock()
		return errors.New("the connection is closed")
	})
	t.idle[i], t.all[c] = c, true
	select {
	case t.arrived <- struct{}{}:
	default:
	}
	return nil
}

// open waits a moment for a process that must come back.
func (t *tcpSource) open(i int) (*connection, error) {
	deadline := time.After(t.limit.Answer)
	for {
		t.mu.Lock()
		c, closed := t.idle[i], t.closed
		t.idle[i] = nil
		t.mu.Unlock()
		switch {
		case closed:
			return nil, errClosed
		case c != nil && !c.gone.Load():
			return c, nil
		}
		select {
		case <-time.After(10 * time.Millisecond):
		case <-deadline:
			return nil, fmt.Errorf("no process has registered as %q within %v", t.names[i], t.limit.Answer)
		}
	}
}

func (t *tcpSource) release(i int, c *connection) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.idle[i] == nil {
		t.idle[i] = c
	}
}

func (t *tcpSource) close() {
	t.mu.Lock()
	t.closed = true
	list := slices.Collect(maps.Keys(t.all))
	t.mu.Unlock()
	for _, c := range list {
		_ = c.end()
	}
}
