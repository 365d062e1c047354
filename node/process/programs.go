package process

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"

	"molly/node"
)

// Program is a node that is a program.
type Program struct {
	Name    string   // of the node
	Command []string // the program and its arguments
}

// System is a system of programs that are started, and asked over standard input and output. Each execution
// has its own processes; they are used again, one execution after the other, by a start.
//
// The function closeAll ends all processes, at once also those that are asked just now.
func System(name string, programs []Program, order node.Order, limit Limits) (s *node.System, closeAll func(), err error) {
	p := &programSource{programs: programs, limit: limit.orDefault(), idle: make([][]*connection, len(programs)), all: map[*connection]bool{}}
	var names []string
	for _, x := range programs {
		if x.Name == "" || len(x.Command) == 0 {
			return nil, nil, fmt.Errorf("the node %q has no program: write NAME=COMMAND", x.Name)
		}
		names = append(names, x.Name)
	}
	return system(name, names, order, p), p.close, nil
}

func system(name string, names []string, order node.Order, from source) *node.System {
	s := &node.System{
		Name: name, Nodes: names, Order: order, Decode: decode,
		New: func(i int) node.Node { return &Node{source: from, i: i, names: names} },
	}
	for i := range names {
		s.Setup = append(s.Setup, node.Action{Kind: node.Start, Node: i})
	}
	return s
}

// programSource starts programs.
type programSource struct {
	programs []Program
	limit    Limits

	mu     sync.Mutex
	idle   [][]*connection // by node: processes that wait for the next execution
	all    map[*connection]bool
	closed bool
}

var errClosed = errors.New("all processes have been ended")

func (p *programSource) open(i int) (*connection, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, errClosed
	}
	for n := len(p.idle[i]); n > 0; n = len(p.idle[i]) {
		c := p.idle[i][n-1]
		p.idle[i] = p.idle[i][:n-1]
		if !c.gone.Load() {
			return c, nil
		}
		go c.end() // it has ended while nobody needed it
	}
	cmd := exec.Command(p.programs[i].Command[0], p.programs[i].Command[1:]...)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	said := &tail{}
	cmd.Stderr = said
	cmd.WaitDelay = time.Second // what it has started may hold its output open
	ownGroup(cmd)
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("it cannot be started: %w", err)
	}
	var once sync.Once
	var how error
	var c *connection
	c = connect(out, in, p.limit, func() error {
		once.Do(func() {
			_ = in.Close()
			endGroup(cmd)
			err := cmd.Wait()
			var exit *exec.ExitError
			switch text := said.String(); {
			case text != "":
				how = errors.New(text)
			case errors.As(err, &exit):
				how = exit
			}
			p.mu.Lock()
			delete(p.all, c)
			p.mu.Unlock()
		})
		return how
	})
	p.all[c] = true
	return c, nil
}

func (p *programSource) release(i int, c *connection) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle[i] = append(p.idle[i], c)
}

func (p *programSource) close() {
	p.mu.Lock()
	var list []*connection
	for c := range p.all {
		list = append(list, c)
	}
	p.idle, p.closed = make([][]*connection, len(p.programs)), true
	p.mu.Unlock()
	var ended sync.WaitGroup
	for _, c := range list {
		ended.Go(func() { _ = c.end() })
	}
	ended.Wait()
}

// tail keeps the end of what a process writes to standard error.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailSize = 2000

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if extra := len(t.text) - tailSize; extra > 0 {
		t.text = append(t.text[:0], t.text[extra:]...)
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(bytes.ToValidUTF8(t.text, []byte("?"))))
}

var _ io.Writer = (*tail)(nil)
