package engine

import (
	"io"
	"io/fs"
	"path"
	"time"
)

// file is a text that is read as a file.
type file struct {
	name, text string
	read       int
}

func (f *file) Stat() (fs.FileInfo, error) { return info{f}, nil }
func (f *file) Close() error               { return nil }

func (f *file) Read(into []byte) (int, error) {
	n := copy(into, f.text[f.read:])
	f.read += n
	if n == 0 && len(into) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

// info is what there is to say of a file.
type info struct{ *file }

func (i info) Name() string     { return path.Base(i.name) }
func (i info) Size() int64      { return int64(len(i.text)) }
func (info) Mode() fs.FileMode  { return 0o444 }
func (info) ModTime() time.Time { return time.Time{} }
func (info) IsDir() bool        { return false }
func (info) Sys() any           { return nil }
