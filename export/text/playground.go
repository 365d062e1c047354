package text

import "io"

// Playground says where the page of the playground is, and how large.
func Playground(w io.Writer, path string, bytes int) error {
	p := &printer{w: w}
	p.printf("%s: %.1f MB, one file\nOpen it with a browser, or put it on a server of static files.\n", path, float64(bytes)/1e6)
	return p.err
}
