package watch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"
)

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// expect waits for a change that something makes. On a busy machine it may come in parts.
func expect(t *testing.T, w *Watcher, want []string, change func()) {
	t.Helper()
	change()
	var all []string
	for patience := 30 * time.Second; ; patience = look + 2*calm {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		got, err := w.Next(ctx)
		cancel()
		if err != nil {
			break
		}
		all = append(all, got...)
	}
	slices.Sort(all)
	if all = slices.Compact(all); !slices.Equal(all, want) {
		t.Errorf("changed: %q; want %q", all, want)
	}
}

// nothing waits for a change that must not be seen.
func nothing(t *testing.T, w *Watcher, change func()) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*calm+look)
	defer cancel()
	change()
	if got, err := w.Next(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("changed: %q, %v; want nothing", got, err)
	}
}

// Changes are seen however an editor makes them, with what the system tells and without it.
func TestChanges(t *testing.T) {
	t.Parallel()
	for name, make := range map[string]func() *Watcher{"told": New, "looked": func() *Watcher { return &Watcher{} }} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			file, other := filepath.Join(folder, "a.ded"), filepath.Join(folder, "b.ded")
			write(t, file, "1")
			w := make()
			defer w.Close()
			w.Watch([]string{file, other}, nil)
			if got := w.Files(); !slices.Equal(got, []string{file, other}) {
				t.Errorf("watched: %q", got)
			}
			expect(t, w, []string{file}, func() { write(t, file, "22") })
			expect(t, w, []string{file}, func() { // a new file takes the name
				write(t, filepath.Join(folder, "new"), "333")
				if err := os.Rename(filepath.Join(folder, "new"), file); err != nil {
					t.Fatal(err)
				}
			})
			expect(t, w, []string{file}, func() { // the old one is kept under another name
				if err := os.Rename(file, file+"~"); err != nil {
					t.Fatal(err)
				}
				write(t, file, "4444")
			})
			expect(t, w, []string{file}, func() {
				if err := os.Remove(file); err != nil {
					t.Fatal(err)
				}
			})
			expect(t, w, []string{file, other}, func() { write(t, file, "1"); write(t, other, "1") })
			nothing(t, w, func() {
				write(t, filepath.Join(folder, "c.ded"), "1")
				if err := os.Chmod(file, 0o600); err != nil {
					t.Fatal(err)
				}
			})
		})
	}
}

// Of a folder each .ded file counts.
func TestFolders(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	w := New()
	defer w.Close()
	w.Watch(nil, []string{folder})
	if w.notify == nil {
		t.Skip("the system tells nothing")
	}
	nothing(t, w, func() { write(t, filepath.Join(folder, "notes.txt"), "1") })
	expect(t, w, []string{filepath.Join(folder, "new.ded")}, func() { write(t, filepath.Join(folder, "new.ded"), "1") })
}

// A folder may come later, go, and come back.
func TestFolderThatGoes(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "specs")
	file := filepath.Join(folder, "a.ded")
	w := New()
	defer w.Close()
	w.Watch([]string{file}, nil)
	create := func() {
		if err := os.Mkdir(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		write(t, file, "1")
	}
	expect(t, w, []string{file}, create)
	w.Watch([]string{file}, nil) // as each round does
	expect(t, w, []string{file}, func() {
		if err := os.RemoveAll(folder); err != nil {
			t.Fatal(err)
		}
	})
	w.Watch([]string{file}, nil)
	expect(t, w, []string{file}, create)
}

// The file that a link leads to is watched, and the link.
func TestLinks(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege")
	}
	here, there := t.TempDir(), t.TempDir()
	link, file := filepath.Join(here, "a.ded"), filepath.Join(there, "real.ded")
	write(t, file, "1")
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	w := New()
	defer w.Close()
	w.Watch([]string{link}, nil)
	expect(t, w, []string{link}, func() { write(t, file, "22") })
	expect(t, w, []string{link}, func() {
		if err := os.Remove(link); err != nil {
			t.Fatal(err)
		}
	})
}

// A change ends a round that is still at work, and begins the next one.
func TestRounds(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "a.ded")
	w := New()
	defer w.Close()
	failed := errors.New("enough")
	round := 0
	err := Rounds(t.Context(), w, func(ctx context.Context, changed []string) error {
		round++
		switch round {
		case 1:
			if len(changed) > 0 {
				t.Errorf("at first %q have changed", changed)
			}
			w.Watch([]string{file}, nil)
			write(t, file, "1")
			<-ctx.Done() // a long search
			return context.Cause(ctx)
		case 2:
			if !slices.Equal(changed, []string{file}) {
				t.Errorf("%q have changed", changed)
			}
			write(t, file, "22")
			return nil // a short one
		}
		return failed
	})
	if !errors.Is(err, failed) || round != 3 {
		t.Errorf("after %d rounds: %v", round, err)
	}
}

// The end of the context ends the wait, and a round.
func TestEnd(t *testing.T) {
	t.Parallel()
	for _, waits := range []bool{true, false} {
		ctx, cancel := context.WithCancel(t.Context())
		w := New()
		err := Rounds(ctx, w, func(ctx context.Context, _ []string) error {
			cancel()
			if waits {
				return nil
			}
			<-ctx.Done()
			return context.Cause(ctx)
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("it ends with %v", err)
		}
		w.Close()
	}
}
