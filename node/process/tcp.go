package process

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
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
	t := &tcpSource{names: names, idle: make([]*connection, len(names)), arrived: make(chan struct{}, 1), limit: limit}
	go t.accept(l, tell)
	for {
		if missing := t.missing(); len(missing) == 0 {
			return system("tcp", names, order, t), func() { _ = l.Close(); t.close() }, nil
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

	mu   sync.Mutex
	idle []*connection // by node
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
	if t.idle[i] != nil {
		return fmt.Errorf("a process has registered as %q already", who.Name)
	}
	t.idle[i] = connect(in, conn, t.limit, func() error { _ = conn.Close(); return errors.New("the connection is closed") })
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
		c := t.idle[i]
		t.idle[i] = nil
		t.mu.Unlock()
		if c != nil {
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
	defer t.mu.Unlock()
	for _, c := range t.idle {
		if c != nil {
			_ = c.end()
		}
	}
}
