package text

import (
	"io"
	"strings"

	"molly/verify/expect"
)

// Protocols writes a list of protocols, with what is expected of them.
func Protocols(w io.Writer, style Style, list []expect.Protocol) error {
	p := &printer{Style: style, w: w}
	for i, x := range list {
		if i > 0 {
			p.printf("\n")
		}
		p.printf("%s\n  %s\n  nodes %s\n", p.Paint(Title, x.Name), x.Title, strings.Join(x.Nodes, ", "))
		for _, e := range x.Expected {
			p.printf("  %s\n", e)
		}
	}
	return p.err
}
