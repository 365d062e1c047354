package house

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// declared finds what Go files declare, folder by folder: types, functions, variables and
// constants by name, methods as Type.Method. Tests count.
type declared map[string]map[string]bool

// in returns what a folder of the project declares.
func (d declared) in(folder string) (map[string]bool, error) {
	if names, known := d[folder]; known {
		return names, nil
	}
	files, err := filepath.Glob(filepath.Join("../..", folder, "*.go"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("there is no package %s", folder)
	}
	names := map[string]bool{}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, decl := range file.Decls {
			declare(names, decl)
		}
	}
	d[folder] = names
	return names, nil
}

func declare(names map[string]bool, decl ast.Decl) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			names[d.Name.Name] = true
			return
		}
		receiver := d.Recv.List[0].Type
		for {
			switch t := receiver.(type) {
			case *ast.StarExpr:
				receiver = t.X
			case *ast.IndexExpr: // generic
				receiver = t.X
			case *ast.Ident:
				names[t.Name+"."+d.Name.Name] = true
				return
			default:
				return
			}
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				names[s.Name.Name] = true
			case *ast.ValueSpec:
				for _, n := range s.Names {
					names[n.Name] = true
				}
			}
		}
	}
}

// find reports whether a name of the table is there: a file, such as protocols/delivery/ack.ded; a
// package, such as dedalus/rewrite; what a package declares, such as eval.Run.Messages.
func (d declared) find(name string) error {
	if path.Ext(name) == ".ded" {
		_, err := os.Stat(filepath.Join("../..", name))
		return err
	}
	base := path.Base(name)
	word, declaration, qualified := strings.Cut(base, ".")
	folder := path.Join(path.Dir(name), word)
	names, err := d.in(folder)
	if err != nil || !qualified {
		return err
	}
	if !names[declaration] {
		return fmt.Errorf("package %s declares no %s", folder, declaration)
	}
	return nil
}

// Whatever docs/how-it-works.md names beside a part of the paper is there.
func TestPaperTable(t *testing.T) {
	page, err := os.ReadFile("../../docs/how-it-works.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(page), "| the paper | what it is | here |\n")
	if !ok {
		t.Fatal("the page has no table of the paper's parts")
	}
	d := declared{}
	quoted := regexp.MustCompile("`([^`]+)`")
	rows, names := 0, 0
	for line := range strings.Lines(table) {
		if !strings.HasPrefix(line, "|") {
			break
		}
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 3 {
			t.Errorf("%d columns in %s", len(cells), line)
			continue
		}
		if strings.HasPrefix(cells[0], "---") {
			continue
		}
		rows++
		found := quoted.FindAllStringSubmatch(cells[2], -1)
		if len(found) == 0 {
			t.Errorf("nothing is named for%s(%s)", cells[0], strings.TrimSpace(cells[1]))
		}
		for _, m := range found {
			names++
			if err := d.find(m[1]); err != nil {
				t.Errorf("%s: %v", m[1], err)
			}
		}
	}
	if rows < 20 || names < 40 {
		t.Errorf("only %d rows with %d names", rows, names)
	}
}

// A wrong name is not found.
func TestFind(t *testing.T) {
	d := declared{}
	for _, name := range []string{"eval", "eval.Run", "eval.Run.Messages", "dedalus/rewrite.New", "eval.TestRewritten", "protocols/delivery/ack.ded"} {
		if err := d.find(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"evaluation", "eval.Ruin", "eval.Run.Massages", "eval.Messages", "dedalus.New", "rewrite.New", "protocols/delivery/back.ded"} {
		if d.find(name) == nil {
			t.Errorf("%s is found", name)
		}
	}
	if err := d.find("protocols/delivery/back.ded"); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}
