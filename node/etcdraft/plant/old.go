package plant

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
)

// behind has the interface of raft v3.7 before an older one. It is no package here, for what it imports is not in go.mod.
//
//go:embed old/raft.go.txt
var behind []byte

// BuildOld builds molly-etcdraft with an older raft, that of a version of etcd such as v3.5.0, as Build does. The go command fetches
// the module go.etcd.io/etcd/raft/v3.
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
	if err := os.CopyFS(filepath.Join(folder, "raftpb"), os.DirFS(filepath.Join(source, "raftpb"))); err != nil {
		return err
	}
	mod := fmt.Sprintf("module %s\n\ngo 1.26\n\nrequire go.etcd.io/etcd/raft/v3 %s\n", raft, version)
	for name, text := range map[string][]byte{"go.mod": []byte(mod), "raft.go": behind} {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
			return err
		}
	}
	return nil
}
