package playground

import (
	"context"
	"net/url"
	"path/filepath"
	"strings"

	"molly/internal/browse"
)

// Open opens a file in the system's browser, and does not wait until it is closed. The error says
// that there is none, or that it does not start.
func Open(ctx context.Context, path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed // a drive
	}
	return browse.Open(ctx, (&url.URL{Scheme: "file", Path: slashed}).String())
}
