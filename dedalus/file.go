package dedalus

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"syscall"
)

// maxSize is the greatest size of a file in bytes.
const maxSize = 64 << 20

// folder is where a file's includes are looked up first; a folder of the library
// has its file system.
type folder struct {
	dir     string
	library fs.FS
}

// join names a file in the folder.
func (f folder) join(name string) found {
	if f.library != nil {
		return found{path: path.Join(f.dir, filepath.ToSlash(name)), library: f.library}
	}
	if f.dir == "" || f.dir == "." || filepath.IsAbs(name) {
		return found{path: filepath.Clean(name)}
	}
	return found{path: filepath.Join(f.dir, name)}
}

// found is a file, on disk or in the library.
type found struct {
	path    string
	library fs.FS
}

func (f found) folder() folder {
	if f.library != nil {
		return folder{path.Dir(f.path), f.library}
	}
	return folder{dir: filepath.Dir(f.path)}
}

// key tells files apart, whatever names lead to them.
func (f found) key() string {
	if f.library != nil {
		return "library:" + f.path
	}
	return "file:" + f.real()
}

// real returns the cleaned real path of a file on disk.
func (f found) real() string {
	p := f.path
	if abs, err := filepath.Abs(p); err == nil {
		p = abs
	}
	if r, err := filepath.EvalSymlinks(p); err == nil {
		p = r
	}
	return p
}

func (f found) read() (string, error) {
	var file fs.File
	var err error
	if f.library != nil {
		file, err = f.library.Open(f.path)
	} else {
		file, err = os.Open(f.path)
	}
	if err != nil {
		return "", err
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && info.IsDir() {
		return "", errFolder
	}
	return readAll(file)
}

// text reads a file, or what stands in its place.
func (l *Loader) text(f found) (string, error) {
	if len(l.Overlay) > 0 && f.library == nil {
		if text, ok := l.Overlay[f.real()]; ok {
			return text, nil
		}
	}
	return f.read()
}

var (
	errFolder = errors.New("it is a folder")
	errSize   = fmt.Errorf("it is larger than %d MiB", maxSize>>20)
)

func readAll(r io.Reader) (string, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxSize+1))
	if err == nil && len(text) > maxSize {
		err = errSize
	}
	return string(text), err
}

// absent reports whether an error says that there is no such file.
func absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) ||
		errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.ENAMETOOLONG) || errors.Is(err, syscall.EINVAL)
}

// plain says what an error of the file system means, without the path.
func plain(err error) string {
	var perr *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such file"
	case errors.Is(err, fs.ErrPermission):
		return "permission denied"
	case errors.As(err, &perr):
		return perr.Err.Error()
	default:
		return err.Error()
	}
}
