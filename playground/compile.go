package playground

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"molly/internal/atomicfile"
)

// NoGoError says that there is no Go here to compile with.
type NoGoError struct{ Err error }

func (e *NoGoError) Error() string {
	return "the page is compiled by Go, which does not run here: " + e.Err.Error() +
		"\nInstall Go 1.26 (https://go.dev/dl), or make the page on another machine: it is one file, and needs nothing else"
}

func (e *NoGoError) Unwrap() error { return e.Err }

// CompileError says what Go said when it could not compile the engine.
type CompileError struct {
	Said string
	Err  error
}

func (e *CompileError) Error() string {
	return "Go cannot compile the engine: " + e.Err.Error() + "\n" + strings.TrimSpace(e.Said)
}

func (e *CompileError) Unwrap() error { return e.Err }

// Compile compiles the engine. Where the folder cache, unless it is "", has that of the same
// sources, it returns that, and else it leaves it there. Compiling is told before it begins.
//
// The error is a *NoGoError, a *CompileError, of the file system, or the context's.
func (s Sources) Compile(ctx context.Context, cache string, compiling func()) (Module, error) {
	var env struct{ GOROOT, GOVERSION string }
	out, err := s.goCommand(ctx, "env", "-json", "GOROOT", "GOVERSION")
	if err == nil {
		err = json.Unmarshal(out, &env)
	}
	if err != nil {
		return Module{}, err
	}
	m := Module{Version: env.GOVERSION}
	glue, err := os.ReadFile(filepath.Join(env.GOROOT, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return m, &NoGoError{err}
	}
	m.Glue = string(glue)
	file := ""
	if cache != "" {
		key, err := s.digest(env.GOVERSION)
		if err != nil {
			return m, err
		}
		file = filepath.Join(cache, key+".wasm.gz")
		if m.Packed, err = os.ReadFile(file); err == nil {
			if m.Size, err = unpackedSize(m.Packed); err == nil {
				return m, nil
			}
		}
	}
	compiling()
	module, err := s.build(ctx)
	if err != nil {
		return m, err
	}
	m.Packed, m.Size = pack(module), len(module)
	if file != "" {
		err = keep(file, m.Packed)
	}
	return m, err
}

// Cache is the folder of the user in which compiled engines are kept; "" where there is none.
func Cache() string {
	folder, err := os.UserCacheDir()
	if err == nil {
		folder = filepath.Join(folder, "molly", "playground")
		err = os.MkdirAll(folder, 0o755)
	}
	if err != nil {
		return ""
	}
	return folder
}

// build compiles the engine.
func (s Sources) build(ctx context.Context) ([]byte, error) {
	folder, err := os.MkdirTemp("", "molly-playground-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "molly.wasm")
	// Without symbols and paths, which are of no use in a browser.
	if _, err := s.goCommand(ctx, "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", file, "./playground/wasm"); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}

// goCommand runs Go for WebAssembly in the folder of the sources.
func (s Sources) goCommand(ctx context.Context, args ...string) ([]byte, error) {
	c := exec.CommandContext(ctx, "go", args...)
	c.Dir = string(s)
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOWORK=off", "GOFLAGS=")
	c.Cancel = func() error { // so that it ends its own children
		if c.Process.Signal(os.Interrupt) != nil {
			return c.Process.Kill()
		}
		return nil
	}
	c.WaitDelay = time.Second / 2
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	err := c.Run()
	switch {
	case err == nil:
		return stdout.Bytes(), nil
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case errors.Is(err, exec.ErrNotFound):
		return nil, &NoGoError{err}
	}
	return nil, &CompileError{stderr.String(), err}
}

// digest is of all that the engine is compiled from.
func (s Sources) digest(version string) (string, error) {
	h := sha256.New()
	fmt.Fprintln(h, version)
	err := filepath.WalkDir(string(s), func(path string, d fs.DirEntry, err error) error {
		name := d.Name()
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != string(s) && (strings.HasPrefix(name, ".") || slices.Contains([]string{"testdata", "docs", "editors", "node_modules"}, name)):
			return filepath.SkipDir
		case !d.Type().IsRegular() || strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, ".md"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		fmt.Fprintf(h, "%s %d\n", strings.TrimPrefix(path, string(s)), len(text))
		h.Write(text)
		return nil
	})
	return hex.EncodeToString(h.Sum(nil)[:16]), err
}

// keep leaves a module for the next time, in the place of those of other sources.
func keep(file string, packed []byte) error {
	folder := filepath.Dir(file)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	old, err := filepath.Glob(filepath.Join(folder, "*.wasm.gz"))
	if err != nil {
		return err
	}
	for _, o := range old {
		_ = os.Remove(o) // what stays is only in the way of nothing
	}
	return atomicfile.Write(file, packed)
}

// pack compresses a module.
func pack(module []byte) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(module)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic("playground: a buffer does not take everything: " + err.Error())
	}
	return b.Bytes()
}

// unpackedSize is how large a module is, and whether all of it is there.
func unpackedSize(packed []byte) (int, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return 0, err
	}
	var b bytes.Buffer
	n, err := b.ReadFrom(r)
	return int(n), err
}
