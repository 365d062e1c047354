package lsp

import (
	"errors"
	"os"
	"syscall"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// requests are the methods that are answered.
var requests = map[string]handler{
	"textDocument/codeAction":          handling((*request).codeActions),
	"textDocument/codeLens":            handling((*request).codeLenses),
	"textDocument/completion":          handling((*request).completion),
	"textDocument/definition":          handling((*request).definition),
	"textDocument/documentHighlight":   handling((*request).highlights),
	"textDocument/documentSymbol":      handling((*request).documentSymbols),
	"textDocument/formatting":          handling((*request).formatting),
	"textDocument/hover":               handling((*request).hover),
	"textDocument/prepareRename":       handling((*request).prepareRename),
	"textDocument/references":          handling((*request).references),
	"textDocument/rename":              handling((*request).rename),
	"textDocument/semanticTokens/full": handling((*request).semanticTokens),
	"textDocument/signatureHelp":       handling((*request).signatures),
	"workspace/executeCommand":         handling((*request).execute),
	"workspace/symbol":                 handling((*request).workspaceSymbols),
}

// initialize answers the first request.
func (s *Server) initialize(r *jsonrpc2.Request) (any, error) {
	p, err := decode[initializeParams](r.Params)
	if err != nil {
		return nil, err
	}
	s.client, s.stage = p.Capabilities, initialized
	for _, e := range p.Capabilities.General.PositionEncodings {
		if e == UTF8 || e == UTF16 || e == UTF32 {
			s.enc = e
			break
		}
	}
	roots := []string{p.RootURI}
	if len(p.WorkspaceFolders) > 0 {
		roots = nil
		for _, f := range p.WorkspaceFolders {
			roots = append(roots, f.URI)
		}
	}
	s.folders.open(roots)
	if p.ProcessID != nil {
		s.goes(func() { s.watchParent(*p.ProcessID) })
	}
	s.goes(s.publish.run)
	s.goes(s.verdicts.run)
	return map[string]any{
		"serverInfo":   map[string]string{"name": "molly", "version": s.options.Version},
		"capabilities": s.capabilities(),
	}, nil
}

// capabilities is what the server can do.
func (s *Server) capabilities() map[string]any {
	return map[string]any{
		"positionEncoding": s.enc,
		"textDocumentSync": map[string]any{"openClose": true, "change": 2, "save": map[string]any{"includeText": false}},
		"codeActionProvider": map[string]any{
			"codeActionKinds": []string{quickFix, whyKind},
		},
		"codeLensProvider":           map[string]any{"resolveProvider": false},
		"completionProvider":         map[string]any{"triggerCharacters": []string{"@", "\"", "(", ",", "=", ":"}},
		"definitionProvider":         true,
		"documentHighlightProvider":  true,
		"documentSymbolProvider":     true,
		"documentFormattingProvider": true,
		"hoverProvider":              true,
		"referencesProvider":         true,
		"renameProvider":             map[string]any{"prepareProvider": true},
		"semanticTokensProvider": map[string]any{
			"legend": map[string]any{"tokenTypes": tokenTypes, "tokenModifiers": tokenModifiers}, "full": true,
		},
		"signatureHelpProvider":   map[string]any{"triggerCharacters": []string{"(", ","}},
		"workspaceSymbolProvider": true,
		"executeCommandProvider":  map[string]any{"commands": commandNames(), "workDoneProgress": true},
		"workspace": map[string]any{
			"workspaceFolders": map[string]any{"supported": true, "changeNotifications": true},
		},
	}
}

// watchParent ends the session when the client's process is gone.
func (s *Server) watchParent(pid int) {
	tick := time.NewTicker(s.pulse)
	defer tick.Stop()
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-tick.C:
			if !alive(pid) {
				s.end(errDisconnected)
				return
			}
		}
	}
}

// alive reports whether there is a process of a number, as far as the system tells.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	err = p.Signal(syscall.Signal(0))
	return !errors.Is(err, os.ErrProcessDone) && !errors.Is(err, syscall.ESRCH)
}

// notified handles a notification.
func (s *Server) notified(r *jsonrpc2.Request) error {
	switch {
	case r.Method == "exit" && s.stage == shutDown:
		s.end(errExit)
		return nil
	case r.Method == "exit":
		s.end(ErrNoShutdown)
		return nil
	case s.stage != initialized:
		return nil // the protocol says that they are dropped
	}
	switch r.Method {
	case "initialized":
		s.watchFiles()
	case "textDocument/didOpen":
		return changing(s, r.Params, (*Server).opened)
	case "textDocument/didChange":
		return changing(s, r.Params, (*Server).changed)
	case "textDocument/didClose":
		return changing(s, r.Params, (*Server).closed)
	case "textDocument/didSave", "workspace/didChangeWatchedFiles":
		s.folders.forget()
		s.update(func(map[string]*document) error { return nil })
	case "workspace/didChangeWorkspaceFolders":
		return changing(s, r.Params, (*Server).foldersChanged)
	case "$/cancelRequest":
		return changing(s, r.Params, (*Server).cancelled)
	}
	return nil
}

type cancelParams struct {
	ID jsonrpc2.ID `json:"id"`
}

// cancelled ends the work on a request.
func (s *Server) cancelled(p cancelParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.requests[p.ID]; cancel != nil {
		cancel()
	}
	return nil
}

// watchFiles asks the client to tell when files change on disk.
func (s *Server) watchFiles() {
	if !s.client.Workspace.DidChangeWatchedFiles.DynamicRegistration {
		return
	}
	s.ask("client/registerCapability", map[string]any{"registrations": []any{map[string]any{
		"id": "files", "method": "workspace/didChangeWatchedFiles",
		"registerOptions": map[string]any{"watchers": []any{map[string]any{"globPattern": "**/*.ded"}}},
	}}})
}

type foldersParams struct {
	Event struct {
		Added []struct {
			URI string `json:"uri"`
		} `json:"added"`
		Removed []struct {
			URI string `json:"uri"`
		} `json:"removed"`
	} `json:"event"`
}

// foldersChanged adds folders to the workspace and removes some.
func (s *Server) foldersChanged(p foldersParams) error {
	for _, f := range p.Event.Removed {
		s.folders.remove(f.URI)
	}
	for _, f := range p.Event.Added {
		s.folders.add(f.URI)
	}
	return s.update(func(map[string]*document) error { return nil })
}
