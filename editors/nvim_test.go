package editors

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var neovim = flag.String("nvim", "nvim", "which Neovim is tested")

// Neovim starts the language server, shows verdicts and errors, and answers.
func TestNeovimServer(t *testing.T) {
	said, err := exec.Command(*neovim, "--version").Output()
	if err != nil {
		t.Skip("NO NEOVIM: Debian has one: apt-get install neovim")
	}
	if m := regexp.MustCompile(`v0\.(\d+)`).FindSubmatch(said); m != nil {
		if minor, err := strconv.Atoi(string(m[1])); err != nil || minor < 11 {
			t.Skipf("AN OLD NEOVIM: vim.lsp.config is in 0.11; this is 0.%s. -nvim says which one to take", m[1])
		}
	}
	file := filepath.Join(t.TempDir(), "ping.ded")
	write(t, file, ping)
	c := exec.CommandContext(t.Context(), *neovim, "--headless", "-u", "NONE", "-i", "NONE", "-S", "testdata/lsp.lua")
	c.Env = append(os.Environ(), "MOLLY="+molly(t), "PROGRAM="+file)
	var complaint bytes.Buffer
	c.Stderr = &complaint
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, complaint.Bytes())
	}
	var seen struct {
		Filetype, Missing, Verify, Why, Here string
		Lenses, Diagnostics                  []string
	}
	if err := json.Unmarshal(out, &seen); err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, complaint.Bytes())
	}
	if seen.Filetype != "dedalus" || seen.Missing != "" || len(seen.Lenses) != 2 {
		t.Errorf("%+v\n%s", seen, complaint.Bytes())
	}
	for _, c := range []struct{ got, want string }{
		{seen.Verify, "what a sends to b at time 1 is lost"},
		{seen.Why, `answer("a", "b", "ping")@4`},
		{seen.Here, `ask("a", "b", "ping")`},
		{strings.Join(seen.Diagnostics, "\n"), "expected"},
	} {
		if !strings.Contains(c.got, c.want) {
			t.Errorf("no %q in %q", c.want, c.got)
		}
	}
}
