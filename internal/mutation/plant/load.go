package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// module is the packages of the project.
type module struct {
	root     string
	packages map[string]*goPackage // by path below the module
}

// goPackage is what go list says of a package.
type goPackage struct {
	Dir, ImportPath, Name              string
	Export                             string
	GoFiles                            []string
	TestGoFiles, XTestGoFiles          []string
	Imports, TestImports, XTestImports []string
	Deps                               []string
	ForTest                            string
	Standard                           bool
}

const modulePath = "molly"

func loadModule() (*module, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return nil, fmt.Errorf("go list -m: %w", err)
	}
	m := &module{root: strings.TrimSpace(string(out)), packages: map[string]*goPackage{}}
	list, err := m.list("./...")
	for _, p := range list {
		m.packages[below(p.ImportPath)] = p
	}
	return m, err
}

func below(path string) string { return strings.TrimPrefix(path, modulePath+"/") }

func (m *module) list(args ...string) ([]*goPackage, error) {
	cmd := exec.Command("go", append([]string{"list", "-json"}, args...)...)
	cmd.Dir = m.root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, stderr.Bytes())
	}
	var list []*goPackage
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(goPackage)
		if err := d.Decode(p); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
}

// match returns the packages that a pattern names: a path, or a path with /... for it and
// all below.
func (m *module) match(pattern string) []string {
	var names []string
	prefix, all := strings.CutSuffix(pattern, "/...")
	for name := range m.packages {
		if name == prefix || all && strings.HasPrefix(name, prefix+"/") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// mutants finds all mutants of a package.
func (m *module) mutants(p *goPackage) ([]*mutant, error) {
	deps, err := m.list("-export", "-deps", p.ImportPath)
	if err != nil {
		return nil, err
	}
	export := map[string]string{}
	for _, d := range deps {
		export[d.ImportPath] = d.Export
	}
	set := token.NewFileSet()
	var sources []*source
	var trees []*ast.File
	for _, name := range p.GoFiles {
		f, err := readSource(set, m.root, filepath.ToSlash(filepath.Join(below(p.ImportPath), name)))
		if err != nil {
			return nil, err
		}
		sources = append(sources, f)
		trees = append(trees, f.tree)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: importer.ForCompiler(set, "gc", func(path string) (io.ReadCloser, error) { return os.Open(export[path]) })}
	pkg, err := config.Check(p.ImportPath, set, trees, info)
	if err != nil {
		return nil, err
	}
	var list []*mutant
	for _, f := range sources {
		list = append(list, mutants(f, info, pkg)...)
	}
	return list, nil
}

// dependents lists the packages whose tests use a package: those that import it first, and
// commands last.
func (m *module) dependents(p *goPackage) []*goPackage {
	var direct, others, commands []*goPackage
	uses := map[string]bool{}
	for _, q := range m.packages {
		uses[q.ImportPath] = slices.Contains(q.Deps, p.ImportPath) || q == p
	}
	for _, name := range slices.Sorted(maps.Keys(m.packages)) {
		q := m.packages[name]
		imports := slices.Concat(q.Imports, q.TestImports, q.XTestImports)
		switch {
		case q == p || len(q.TestGoFiles)+len(q.XTestGoFiles) == 0 || strings.HasPrefix(name, "internal/mutation") || !slices.ContainsFunc(imports, func(i string) bool { return uses[i] }):
		case q.Name == "main":
			commands = append(commands, q)
		case slices.Contains(imports, p.ImportPath):
			direct = append(direct, q)
		default:
			others = append(others, q)
		}
	}
	return slices.Concat(direct, others, commands)
}
