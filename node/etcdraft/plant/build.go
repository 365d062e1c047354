// Package plant builds molly-etcdraft with a bug in raft, to see whether the bug is found, and how small its counterexample
// gets.
//
// A bug is a few words of raft's source and what takes their place. They are changed in a copy of the module that
// go.mod names; the module cache is left as it is.
package plant

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// raft is the module that is changed.
const raft = "go.etcd.io/raft/v3"

// program is the package that is built.
const program = "molly/node/etcdraft/cmd/molly-etcdraft"

// Build builds molly-etcdraft with a bug, to a file. It calls the go command in dir, a folder of the
// module molly/node/etcdraft. The error says what the go command says, or which edit does not fit.
func Build(ctx context.Context, dir string, b Bug, file string) error {
	g := golang{ctx, dir}
	made := func(source, folder string) error { return patch(source, folder, b.Edits) }
	if err := g.build(file, made, "-ldflags="+named("with bug "+b.Name)); err != nil {
		return fmt.Errorf("the bug %s: %w", b.Name, err)
	}
	return nil
}

// patch copies the source of a module, with some edits.
func patch(from, to string, edits []Edit) error {
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		return err
	}
	for _, e := range edits {
		file := filepath.Join(to, filepath.FromSlash(e.File))
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		changed, err := e.apply(string(text))
		if err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(changed), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// golang is the go command in a folder.
type golang struct {
	ctx context.Context
	dir string
}

func (g golang) run(args ...string) (string, error) {
	c := exec.CommandContext(g.ctx, "go", args...)
	c.Dir = g.dir
	var wrong bytes.Buffer
	c.Stderr = &wrong
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", args[0], err, wrong.Bytes())
	}
	return strings.TrimSpace(string(out)), nil
}

// named are the flags of the linker that tell a program which raft it has.
func named(which string) string { return "-X 'main.which=" + which + "'" }

// build builds molly-etcdraft over a raft that made writes into a folder, from the source of the one of go.mod.
func (g golang) build(file string, made func(source, folder string) error, flags ...string) error {
	file, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "molly-plant-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	source, err := g.run("list", "-m", "-f", "{{.Dir}}", raft)
	if err != nil {
		return err
	}
	folder := filepath.Join(temp, "raft")
	if err := made(source, folder); err != nil {
		return err
	}
	mod, err := g.replace(temp, folder)
	if err != nil {
		return err
	}
	_, err = g.run(slices.Concat([]string{"build", "-modfile=" + mod, "-o", file}, flags, []string{program})...)
	return err
}

// replace writes a go.mod like that of the folder, but that it has raft from a folder. It returns its name.
func (g golang) replace(temp, folder string) (string, error) {
	own, err := g.run("env", "GOMOD")
	if err != nil {
		return "", err
	}
	mod := filepath.Join(temp, "go.mod")
	for from, to := range map[string]string{own: mod, strings.TrimSuffix(own, ".mod") + ".sum": filepath.Join(temp, "go.sum")} {
		text, err := os.ReadFile(from)
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(to, text, 0o600); err != nil {
			return "", err
		}
	}
	_, err = g.run("mod", "edit", "-replace="+raft+"="+folder, mod)
	return mod, err
}
