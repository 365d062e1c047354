// Package protocols holds the specifications that ship with the tool, as Dedalus
// files, and what a search must say of each. The files are part of the program, so
// that `molly verify delivery/ack` works in any folder.
//
// Each protocol's file begins with a comment: its title on the first line, then the
// directive with a specification worth looking at, then its story. Files without a
// directive are parts that others include.
package protocols

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

//go:embed agreement commit delivery replication
var files embed.FS

// Library returns the files; a protocol's name is its path without ".ded".
func Library() fs.FS { return files }

// Protocol is a specification of the library.
type Protocol struct {
	Name  string // such as "delivery/ack"
	Title string // the first line of its comment
}

// File is the protocol's path in the library.
func (p Protocol) File() string { return p.Name + ".ded" }

// All lists the protocols, sorted by name.
func All() []Protocol {
	var list []Protocol
	err := fs.WalkDir(files, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(file) != ".ded" {
			return err
		}
		text, err := fs.ReadFile(files, file)
		if err != nil || !strings.Contains(string(text), "\n// molly:") {
			return err
		}
		title, _, _ := strings.Cut(string(text), "\n")
		list = append(list, Protocol{
			Name:  strings.TrimSuffix(file, ".ded"),
			Title: strings.TrimSpace(strings.TrimPrefix(title, "//")),
		})
		return nil
	})
	if err != nil {
		panic("protocols: the embedded files cannot be read: " + err.Error())
	}
	return list
}

// Named lists the protocol of a name, or those of a folder; none where there is nothing of the
// name.
func Named(name string) []Protocol {
	name = strings.TrimSuffix(strings.TrimSuffix(name, "/"), ".ded")
	var list []Protocol
	for _, p := range All() {
		if p.Name == name || strings.HasPrefix(p.Name, name+"/") {
			list = append(list, p)
		}
	}
	return list
}

// Text is the text of a protocol, or of a part that protocols include, such as delivery/network.
func Text(name string) (text string, found bool) {
	for _, file := range []string{name, name + ".ded"} {
		if text, err := fs.ReadFile(files, file); err == nil {
			return string(text), true
		}
	}
	return "", false
}
