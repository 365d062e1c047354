package plant

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// behind has the interface of raft v3.7 before an older one: raft.go.txt, and what differs between older ones. These are no packages here,
// for what they import is not in go.mod.
//
//go:embed old
var behind embed.FS

// lines are the lines of versions of etcd whose raft there is.
var lines = []struct{ prefix, module, path, suffix string }{
	{"v3.3", "github.com/coreos/etcd", "github.com/coreos/etcd/raft", "+incompatible"},
	{"v3.5", "go.etcd.io/etcd/raft/v3", "go.etcd.io/etcd/raft/v3", ""},
}

// BuildOld builds molly-etcdraft with an older raft, that of a version of etcd such as v3.5.0, as Build does. The go command fetches
// the module.
func BuildOld(ctx context.Context, dir, version, file string) error {
	g := golang{ctx, dir}
	// Both have messages of the same names, which never meet.
	const both = "-X google.golang.org/protobuf/reflect/protoregistry.conflictPolicy=ignore"
	made := func(source, folder string) error { return wrap(source, folder, version) }
	if err := g.build(file, made, "-mod=mod", "-ldflags="+named("of etcd "+version)+" "+both); err != nil {
		return fmt.Errorf("raft of etcd %s: %w", version, err)
	}
	return nil
}

// wrap writes a module with the name of raft, which is an older one behind the same interface. Its messages are those of raft.
func wrap(source, folder, version string) error {
	for _, l := range lines {
		if !strings.HasPrefix(version, l.prefix+".") {
			continue
		}
		if err := os.CopyFS(filepath.Join(folder, "raftpb"), os.DirFS(filepath.Join(source, "raftpb"))); err != nil {
			return err
		}
		mod := fmt.Sprintf("module %s\n\ngo 1.26\n\nrequire %s %s%s\n", raft, l.module, version, l.suffix)
		if err := os.WriteFile(filepath.Join(folder, "go.mod"), []byte(mod), 0o600); err != nil {
			return err
		}
		for _, name := range []string{"raft.go", l.prefix + ".go"} {
			text, err := behind.ReadFile("old/" + name + ".txt")
			if err != nil {
				return err
			}
			text = bytes.ReplaceAll(text, []byte(`"OLD`), []byte(`"`+l.path))
			if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
				return err
			}
		}
		return nil
	}
	return errors.New("it must be of etcd 3.3 or 3.5, such as v3.5.0")
}
