package mcp

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// patient is a transport whose input ends when all that it asked for is answered: a client that writes its
// requests and closes its stream gets the answers.
type patient struct{ sdk.Transport }

// Connect implements sdk.Transport.
func (t patient) Connect(ctx context.Context) (sdk.Connection, error) {
	c, err := t.Transport.Connect(ctx)
	return &patience{Connection: c, done: make(chan struct{})}, err
}

// patience is a connection that counts what is not answered yet.
type patience struct {
	sdk.Connection

	lock  sync.Mutex
	open  int           // requests without an answer
	ended bool          // there are no more requests
	done  chan struct{} // closed when both is so: ended, and none is open
}

// Read implements sdk.Connection.
func (p *patience) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := p.Connection.Read(ctx)
	if r, ok := m.(*jsonrpc.Request); ok && r.IsCall() {
		p.count(1)
	}
	if errors.Is(err, io.EOF) {
		p.lock.Lock()
		p.ended = true
		p.lock.Unlock()
		p.count(0)
		select {
		case <-p.done:
		case <-ctx.Done():
		}
	}
	return m, err
}

// Write implements sdk.Connection.
func (p *patience) Write(ctx context.Context, m jsonrpc.Message) error {
	err := p.Connection.Write(ctx, m)
	if _, ok := m.(*jsonrpc.Response); ok {
		p.count(-1)
	}
	return err
}

func (p *patience) count(more int) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.open += more
	if p.ended && p.open <= 0 {
		select {
		case <-p.done:
		default:
			close(p.done)
		}
	}
}
