package lsp

import (
	"encoding/json"
	"maps"
)

// document is what a client has open. It is never changed.
type document struct {
	uri     string // as the client spells it
	path    string
	version int
	text    *lines
	opening int // which of the openings of the session made it
}

// changing handles a notification that changes the state of the session.
func changing[P any](s *Server, raw *json.RawMessage, f func(*Server, P) error) error {
	params, err := decode[P](raw)
	if err != nil {
		return err
	}
	return f(s, params)
}

// update makes a new snapshot of the documents as a function changes them, and has it diagnosed.
func (s *Server) update(change func(docs map[string]*document) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	docs := maps.Clone(s.current.docs)
	if err := change(docs); err != nil {
		return err
	}
	s.current = newSnapshot(s.folders, docs)
	s.publish.wake()
	return nil
}

func (s *Server) opened(p didOpenParams) error {
	d := p.TextDocument
	path := pathOf(d.URI)
	return s.update(func(docs map[string]*document) error {
		s.openings++
		docs[path] = &document{d.URI, path, d.Version, newLines(d.Text, s.enc), s.openings}
		return nil
	})
}

func (s *Server) changed(p didChangeParams) error {
	path := pathOf(p.TextDocument.URI)
	return s.update(func(docs map[string]*document) error {
		d := docs[path]
		if d == nil {
			return &unopenedError{p.TextDocument.URI}
		}
		text := d.text
		for _, c := range p.ContentChanges {
			if c.Range == nil {
				text = newLines(c.Text, s.enc)
			} else {
				text = text.replace(*c.Range, c.Text)
			}
		}
		version := d.version + 1
		if p.TextDocument.Version != nil {
			version = *p.TextDocument.Version
		}
		docs[path] = &document{d.uri, path, version, text, d.opening}
		return nil
	})
}

func (s *Server) closed(p documentParams) error {
	path := pathOf(p.TextDocument.URI)
	return s.update(func(docs map[string]*document) error {
		delete(docs, path)
		return nil
	})
}

// unopenedError says that a document was not opened.
type unopenedError struct{ uri string }

func (e *unopenedError) Error() string { return e.uri + " is not open" }
