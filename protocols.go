package molly

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"molly/dedalus"
	"molly/export/text"
	"molly/internal/atomicfile"
	"molly/internal/nearest"
	"molly/protocols"
	"molly/verify/expect"
)

// Protocol is a protocol of the library, with its own setting and what its comments expect.
type Protocol = expect.Protocol

// Protocols lists the protocols of these names, and those of folders of the library; without a name
// all. The error is an *UnknownProtocolError.
func Protocols(names ...string) ([]Protocol, error) {
	chosen := protocols.All()
	if len(names) > 0 {
		chosen = nil
		for _, n := range names {
			found, err := named(n)
			if err != nil {
				return nil, err
			}
			chosen = append(chosen, found...)
		}
	}
	var list []Protocol
	for _, p := range chosen {
		f, err := expect.ReadShipped(dedalus.Loader{Library: protocols.Library()}, p.File())
		if err != nil {
			return nil, err
		}
		s, err := f.Program.Setting(dedalus.Settings{})
		if err != nil {
			return nil, err
		}
		list = append(list, Protocol{Name: p.Name, Title: p.Title, Setting: s, Expected: f.Expectations})
	}
	return list, nil
}

func named(name string) ([]protocols.Protocol, error) {
	if found := protocols.Named(name); found != nil {
		return found, nil
	}
	var names []string
	for _, p := range protocols.All() {
		names = append(names, p.Name)
	}
	return nil, &UnknownProtocolError{name, nearest.Word(name, names)}
}

// UnknownProtocolError says that the library has no protocol of a name.
type UnknownProtocolError struct {
	Name string
	Near string // what may be meant, or ""
}

func (e *UnknownProtocolError) Error() string {
	return "the library has no protocol " + text.Quote(e.Name) + nearest.Question(e.Near)
}

// CopyProtocol copies a protocol, or those of a folder of the library, with the files that they
// include, into a folder, which is made where there is none. It returns the paths of the copies.
// Nothing is overwritten: where there is another file of such a name, nothing is copied, and the
// error is an *OtherFileError. Else it is an *UnknownProtocolError, or of the file system.
func CopyProtocol(name, folder string) ([]string, error) {
	chosen, err := named(name)
	if err != nil {
		return nil, err
	}
	files, err := withIncludes(chosen)
	if err != nil {
		return nil, err
	}
	var paths []string
	texts := map[string][]byte{} // by the path to write
	for _, f := range files {
		content, err := fs.ReadFile(protocols.Library(), f)
		if err != nil {
			return nil, err
		}
		target := filepath.Join(folder, path.Base(f))
		paths = append(paths, target)
		old, err := os.ReadFile(target)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			texts[target] = content
		case err != nil:
			return nil, err
		case string(old) != string(content):
			return nil, &OtherFileError{target}
		}
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	for _, target := range paths {
		if content, fresh := texts[target]; fresh {
			if err := atomicfile.Write(target, content); err != nil {
				return nil, err
			}
		}
	}
	return paths, nil
}

// OtherFileError says that there is another file where a protocol would be copied to.
type OtherFileError struct{ Path string }

func (e *OtherFileError) Error() string {
	return e.Path + " exists and is different: nothing was copied"
}

// withIncludes lists the files of protocols and all that they include, sorted. They are
// of one folder, so that they can be copied to one folder.
func withIncludes(list []protocols.Protocol) ([]string, error) {
	var files []string
	for _, p := range list {
		program, found := dedalus.Loader{Library: protocols.Library()}.LoadShipped(p.File())
		if program == nil {
			return nil, fmt.Errorf("%s: %s", p.Name, found[0].Message)
		}
		for _, s := range program.Sources() {
			files = append(files, s.Name)
		}
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}
