package man

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/spf13/cobra"
)

func tree() *cobra.Command {
	root := &cobra.Command{Use: "tool", Short: "Do things", Version: "1.2.0", CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true}}
	run := func(*cobra.Command, []string) {}
	sub := &cobra.Command{
		Use: "run-it FILE…", Short: "Run it", Run: run,
		Long: `Run "it", \ and more.
'quoted' first, and
.dot

  a   table
  of  two lines`,
		Example: "  tool run-it 'a b'",
	}
	sub.Flags().IntP("depth", "d", 0, "how deep")
	sub.Flags().String("out", "here", "where to write the `FILE`")
	sub.Flags().Bool("secret", false, "not for all")
	if err := sub.Flags().MarkHidden("secret"); err != nil {
		panic(err)
	}
	root.AddCommand(sub, &cobra.Command{Use: "internals", Hidden: true, Run: run})
	return root
}

// A page has what --help has, and nothing that roff takes for a request or an escape.
func TestPage(t *testing.T) {
	const want = `.TH TOOL\-RUN\-IT 1 "" "tool 1.2.0" ""
.SH NAME
tool\-run\-it \- Run it
.SH SYNOPSIS
.nf
tool run\-it FILE… [flags]
.fi
.SH DESCRIPTION
Run \(dqit\(dq, \e and more.
\(aqquoted\(aq first, and
\&.dot
.PP
.nf
  a   table
  of  two lines
.fi
.SH EXAMPLES
.nf
  tool run\-it \(aqa b\(aq
.fi
.SH OPTIONS
.TP
\fB\-d, \-\-depth\fP \fIint\fP
how deep
.TP
\fB\-h, \-\-help\fP
help for run\-it
.TP
\fB\-\-out\fP \fIFILE\fP
where to write the FILE (default here)
.SH "SEE ALSO"
\fBtool\fP(1)
`
	var got bytes.Buffer
	Page(&got, tree().Commands()[1], "tool 1.2.0")
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}

// There is a page for each command that is not hidden.
func TestWrite(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "man")
	if err := Write(folder, tree()); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if !slices.Equal(names, []string{"tool-run-it.1", "tool.1"}) {
		t.Errorf("%v", names)
	}
	page, err := os.ReadFile(filepath.Join(folder, "tool.1"))
	if err != nil || !bytes.Contains(page, []byte(".SH COMMANDS\n.TP\n.B run\\-it\nRun it\n")) {
		t.Errorf("%v\n%s", err, page)
	}
}
