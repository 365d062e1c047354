package playground

import (
	"context"
	"os"
	"path/filepath"
)

// Make returns the page: that of this release, where the program is of one; else one that is compiled
// from the sources. Where a folder of sources is named, they are compiled. The other parameters, and
// the errors, are those of [FindSources] and [Sources.Compile].
func Make(ctx context.Context, sources, cache string, compiling func()) ([]byte, error) {
	if page, found := shipped(); found && sources == "" {
		return page, nil
	}
	found, err := FindSources(sources)
	if err != nil {
		return nil, err
	}
	module, err := found.Compile(ctx, cache, compiling)
	if err != nil {
		return nil, err
	}
	return Page(module), nil
}

// shipped is the page that a release has beside the program.
func shipped() (page []byte, found bool) {
	program, err := os.Executable()
	if err == nil {
		program, err = filepath.EvalSymlinks(program)
	}
	if err == nil {
		page, err = os.ReadFile(filepath.Join(filepath.Dir(program), "playground", file))
	}
	return page, err == nil && isPage(page)
}
