package molly

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"molly/dedalus"
	"molly/dedalus/lint"
	"molly/protocols"
	"molly/verify/expect"
)

// Lint is Findings, and what the executions under the program's own directive show: rules that never fire,
// and excuses and invariants that ask for nothing. docs/lint.md has them all.
//
// The error is an *eval.LimitError or the context's. What was found before comes with it.
func (p *Program) Lint(ctx context.Context) (dedalus.Diagnostics, error) {
	return lint.Program(ctx, p.Program)
}

// Lint returns the findings about programs, as Program.Lint does, each once, and what is wrong with those
// that do not load. All names that are files are one program, as for Load. A folder, on the disk or of the library, is all
// programs below it: its .ded files, each by itself, but for those without a directive that another of them includes.
//
// The error is one of the file system, a *DefinitionError, or as that of Program.Lint: then what was found comes with it.
func (s Sources) Lint(ctx context.Context, names ...string) (dedalus.Diagnostics, error) {
	var files, folders []string
	for _, name := range names {
		if isFolder(name) {
			folders = append(folders, name)
		} else {
			files = append(files, name)
		}
	}
	var found dedalus.Diagnostics
	add := func(more dedalus.Diagnostics) {
		for _, d := range more {
			same := func(e dedalus.Diagnostic) bool { return e.Pos == d.Pos && e.Code == d.Code && e.Message == d.Message }
			if !slices.ContainsFunc(found, same) {
				found = append(found, d)
			}
		}
	}
	if len(files) > 0 {
		p, more, err := s.load(ctx, files)
		if p != nil {
			more, err = p.Lint(ctx)
		}
		if add(more); err != nil {
			return found, err
		}
	}
	below, err := expect.Find(protocols.Library(), folders...)
	if err != nil {
		return found, err
	}
	var rest []*Program
	included := map[string]bool{}
	for _, name := range below {
		p, more, err := s.load(ctx, []string{name})
		if add(more); err != nil {
			return found, err
		}
		if p == nil {
			continue
		}
		for _, part := range p.Sources() {
			included[part.Name] = included[part.Name] || !part.Named
		}
		if !p.Settings().Pos.IsValid() {
			rest = append(rest, p)
			continue
		}
		more, err = p.Lint(ctx)
		if add(more); err != nil {
			return found, err
		}
	}
	for _, p := range rest {
		if included[p.Sources()[0].Name] {
			continue
		}
		more, err := p.Lint(ctx)
		if add(more); err != nil {
			return found, err
		}
	}
	return found, nil
}

// load is Load, but what is wrong with the program is no error; there is no program, then.
func (s Sources) load(ctx context.Context, files []string) (*Program, dedalus.Diagnostics, error) {
	p, err := s.Load(ctx, files...)
	var wrong *LoadError
	if errors.As(err, &wrong) {
		return nil, wrong.Diagnostics, nil
	}
	return p, nil, err
}

// isFolder reports whether a name is a folder, on the disk or, where that has nothing of the name, of the
// library.
func isFolder(name string) bool {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		info, err = fs.Stat(protocols.Library(), path.Clean(filepath.ToSlash(name)))
	}
	return err == nil && info.IsDir()
}
