// Package sarifschema holds logs against the official JSON Schema of SARIF 2.1.0, which the module
// go-sarif has in its source, and against go-sarif's reading of the format. It is for tests.
package sarifschema

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	report "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Schema is the official schema.
type Schema struct{ schema *jsonschema.Schema }

// Load reads the schema.
func Load() (*Schema, error) {
	folder, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3").Output()
	if err != nil {
		return nil, err
	}
	text, err := source(filepath.Join(strings.TrimSpace(string(folder)), "pkg", "report", "v210", "sarif", "schema.go"))
	if err != nil {
		return nil, err
	}
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat() // addresses are addresses
	if err := c.AddResource("sarif.json", document); err != nil {
		return nil, err
	}
	compiled, err := c.Compile("sarif.json")
	return &Schema{compiled}, err
}

// source is the only string of a Go file.
func source(file string) (string, error) {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		return "", err
	}
	text := ""
	ast.Inspect(parsed, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
			text, err = strconv.Unquote(l.Value)
		}
		return true
	})
	if err == nil && !strings.Contains(text, "(SARIF) Version 2.1.0 JSON Schema") {
		err = fmt.Errorf("%s has no schema of SARIF 2.1.0", file)
	}
	return text, err
}

// Check reports with nil that a text is a log with one run, and returns how many results it has.
func (s *Schema) Check(text []byte) (results int, err error) {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return 0, err
	}
	if err := s.schema.Validate(document); err != nil {
		return 0, err
	}
	read, err := report.FromBytes(text)
	if err != nil {
		return 0, err
	}
	if len(read.Runs) != 1 {
		return 0, fmt.Errorf("%d runs", len(read.Runs))
	}
	return len(read.Runs[0].Results), nil
}
