package atomicfile

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A folder cannot be where there is no folder to hold it.
func TestNoParent(t *testing.T) {
	top := t.TempDir()
	file := filepath.Join(top, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(top, "missing", "page"), filepath.Join(file, "page")} {
		var refused *Refused
		if err := Check(path, never); !errors.As(err, &refused) || !strings.Contains(refused.Why, "there is no folder") {
			t.Errorf("%s: %v", path, err)
		}
	}
	if err := Check(filepath.Join(top, "page"), never); err != nil {
		t.Error(err)
	}
}

func never(string, []string) bool { return false }

// A folder is there when it is finished, replaces one that is known, and leaves nothing behind.
func TestFolder(t *testing.T) {
	top := t.TempDir()
	path := filepath.Join(top, "out")
	known := func(folder string, names []string) bool {
		return folder == path && len(names) == 1 && names[0] == "sub"
	}
	for _, content := range []string{"first", "second"} {
		f, err := Create(path, known)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Write("sub/file", []byte(content)); err != nil {
			t.Fatal(err)
		}
		if before, _ := os.ReadFile(filepath.Join(path, "sub", "file")); string(before) == content {
			t.Errorf("%s is there before it is finished", content)
		}
		if f.Bytes() != len(content) {
			t.Errorf("%d bytes", f.Bytes())
		}
		if err := f.Finish(); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(path, "sub", "file")); err != nil || string(got) != content {
			t.Errorf("%q, %v", got, err)
		}
	}
	abandoned, err := Create(path, known)
	if err != nil {
		t.Fatal(err)
	}
	abandoned.Remove()
	if entries, err := os.ReadDir(top); err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
	var refused *Refused
	if _, err := Create(path, never); !errors.As(err, &refused) {
		t.Errorf("a folder that is not known is replaced: %v", err)
	}
}

// A file is replaced as a whole. Where it cannot be, the old one is left, and nothing else.
func TestWrite(t *testing.T) {
	top := t.TempDir()
	path := filepath.Join(top, "file")
	for _, content := range []string{"first", "second"} {
		if err := Write(path, []byte(content)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != content {
			t.Errorf("%q, %v", got, err)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("%v, %v", info, err)
	}
	if err := Write(filepath.Join(top, "missing", "file"), nil); err == nil {
		t.Error("a file is written into a folder that is not there")
	}
	if err := Write(os.DevNull, []byte("gone")); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%v, %v", info, err)
	}
	if entries, err := os.ReadDir(top); err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

// A file can be written that is there, or whose folder is; no device, no folder, nothing in a folder
// that is not there.
func TestWritable(t *testing.T) {
	dir := t.TempDir()
	for path, want := range map[string]string{
		filepath.Join(dir, "new"):        "",
		dir:                              "it is not a regular file",
		filepath.Join(dir, "no", "file"): "there is no folder " + filepath.Join(dir, "no"),
	} {
		got := ""
		if err := Writable(path); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

// What is replaced keeps its permissions, and a link stays one.
func TestReplace(t *testing.T) {
	top := t.TempDir()
	path, link := filepath.Join(top, "file"), filepath.Join(top, "link")
	if err := os.WriteFile(path, []byte("first"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("file", link); err != nil {
		t.Skip(err)
	}
	if err := Replace(link, []byte("second")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(path)
	if err != nil || info.Mode().Perm() != 0o640 {
		t.Error(info, err)
	}
	if to, err := os.Readlink(link); err != nil || to != "file" {
		t.Error(to, err)
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "second" {
		t.Errorf("%q, %v", got, err)
	}
	if err := Replace(filepath.Join(top, "missing"), nil); err == nil {
		t.Error("a file that is not there is replaced")
	}
}
