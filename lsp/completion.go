package lsp

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"molly/dedalus"
	"molly/dedalus/syntax"
)

// The kinds of completions, as the protocol numbers them.
const (
	completeFunction = 3
	completeVariable = 6
	completeProperty = 10
	completeValue    = 12
	completeKeyword  = 14
	completeFile     = 17
	completeConstant = 21
)

type completionItem struct {
	Label            string         `json:"label"`
	Kind             int            `json:"kind"`
	Detail           string         `json:"detail,omitempty"`
	Documentation    *markupContent `json:"documentation,omitempty"`
	SortText         string         `json:"sortText,omitempty"`
	FilterText       string         `json:"filterText,omitempty"`
	InsertTextFormat int            `json:"insertTextFormat,omitempty"`
	TextEdit         *TextEdit      `json:"textEdit,omitempty"`
}

// snippet is the format of a text with places to fill in.
const snippet = 2

// completing is a place where something is to be completed.
type completing struct {
	*request
	d      *document
	before string // the text up to the place
	clause *syntax.Clause
	tokens []syntax.Token // of the clause, before the word that is being typed
	from   int            // where the word begins
	to     int            // the place
	list   []completionItem
}

// completion is what may come at a place.
func (q *request) completion(p positionParams) ([]completionItem, error) {
	d, offset, err := q.at(p)
	if err != nil {
		return nil, err
	}
	_, base := d.text.body()
	f := q.syntax(d.path)
	c := &completing{request: q, d: d, to: offset, from: offset, list: []completionItem{}}
	if i := f.TokenAt(offset - base); i >= 0 {
		t := f.Tokens[i]
		inside := offset-base > t.Pos.Offset
		typed := t.Value[:min(len(t.Value), max(0, offset-base-t.Pos.Offset))]
		switch {
		case inside && t.Type == syntax.Comment && strings.HasPrefix(t.Value, "//"):
			c.comment(typed)
			return c.list, nil
		case inside && (t.Type == syntax.Comment || t.Type == syntax.OpenComment):
			return c.list, nil
		case inside && (t.Type == syntax.OpenString || t.Type == syntax.String && (len(typed) < len(t.Value))):
			c.from = t.Pos.Offset + base + 1
			if i > 0 && f.Tokens[i-1].Value == "include" {
				c.files(typed[1:])
			} else {
				c.nodes(false)
			}
			return c.list, nil
		case inside && (t.Type == syntax.Ident || t.Type == syntax.Keyword):
			c.from = t.Pos.Offset + base
		}
	}
	c.clause = f.ClauseAt(offset - base)
	if c.clause != nil && c.clause.Ended && offset-base > c.clause.End.Pos.Offset {
		c.clause = nil
	}
	if c.clause != nil {
		for _, t := range c.clause.Tokens {
			if t.Pos.Offset+base < c.from {
				c.tokens = append(c.tokens, t)
			}
		}
	}
	c.inClause()
	return c.list, nil
}

// add adds a completion. Those with a lower rank come first.
func (c *completing) add(rank int, label, insert string, kind int, detail, explained string) {
	item := completionItem{Label: label, Kind: kind, Detail: detail, SortText: fmt.Sprintf("%d%s", rank, label)}
	item.TextEdit = &TextEdit{c.d.text.between(c.from, c.to), insert}
	if strings.Contains(insert, "(") && strings.HasPrefix(c.d.text.content[c.to:], "(") {
		item.TextEdit.NewText, insert = label, label // its columns are there
	}
	if explained != "" {
		m := markdown(explained)
		item.Documentation = &m
	}
	if strings.Contains(insert, "$") {
		if !c.client.TextDocument.Completion.CompletionItem.SnippetSupport {
			item.TextEdit.NewText = label
		} else {
			item.InsertTextFormat = snippet
		}
	}
	c.list = append(c.list, item)
}

// inClause completes outside comments and strings.
func (c *completing) inClause() {
	body, depth := false, 0
	for _, t := range c.tokens {
		switch {
		case t.Type == syntax.Implies:
			body = true
		case t.Value == "(":
			depth++
		case t.Value == ")":
			depth--
		}
	}
	last := syntax.Token{}
	if len(c.tokens) > 0 {
		last = c.tokens[len(c.tokens)-1]
	}
	switch {
	case last.Value == "@" && !body:
		for i, word := range []string{"next", "async"} {
			c.add(i, word, word, completeKeyword, "", words[word])
		}
	case last.Value == "@", last.Type == syntax.Ident, last.Type == syntax.Int, last.Type == syntax.String:
	case depth > 0:
		c.variables(0)
		c.constants(1)
		c.nodes(true)
		if !body {
			for _, word := range []string{"count", "sum", "min", "max"} {
				c.add(3, word, word+"<${1:X}>", completeFunction, "aggregate", words[word])
			}
		}
	case last.Value == "notin":
		c.relations(true)
	case body && (last.Type == syntax.Implies || last.Value == ","):
		c.relations(true)
		c.add(2, "notin", "notin ", completeKeyword, "", words["notin"])
		c.variables(3)
	case last.Type == syntax.Compare, slices.Contains([]string{"+", "-", "*", "/", "%"}, last.Value):
		c.variables(0)
		c.constants(1)
	case len(c.tokens) == 0:
		c.relations(false)
		for _, word := range []string{"include", "const", "stable", "may"} {
			c.add(2, word, word+" ", completeKeyword, "", words[word])
		}
	case len(c.tokens) == 1 && (last.Value == "stable" || last.Value == "may"):
		c.relations(false)
	}
}

// relations adds the relations of the programs, with their columns, and where they can be read also the builtins.
func (c *completing) relations(builtins bool) {
	seen := map[string]bool{}
	for _, file := range c.together(c.d.path) {
		f := c.syntax(file)
		if f == nil {
			continue
		}
		for _, clause := range f.Clauses {
			if clause == c.clause {
				continue // what is being typed
			}
			for i, role := range clause.Roles() {
				t := clause.Tokens[i]
				if kindOf(role, t.Value, nil) != relation || role == syntax.RoleStable || seen[t.Value] {
					continue
				}
				seen[t.Value] = true
				if s := (symbol{relation, t.Value, role, t, file, clause, i}); c.builtin(file, t.Value) == nil {
					c.add(0, t.Value, call(t.Value, c.columns(s)), completeFunction, c.form(s), outcomeWords[t.Value])
				}
			}
		}
	}
	if !builtins {
		for _, name := range outcomes {
			if !seen[name] {
				c.add(1, name, name+"(", completeFunction, "invariant", outcomeWords[name])
			}
		}
		return
	}
	for _, b := range dedalus.Builtins() {
		if !seen[b.Name] || c.builtin(c.d.path, b.Name) != nil {
			_, columns, _ := strings.Cut(strings.TrimSuffix(b.Form, ")"), "(")
			c.add(1, b.Name, call(b.Name, strings.Split(columns, ", ")), completeFunction, b.Form, builtinWords[b.Name])
		}
	}
}

// call is a relation with places for its columns.
func call(name string, columns []string) string {
	places := make([]string, len(columns))
	for i, column := range columns {
		places[i] = fmt.Sprintf("${%d:%s}", i+1, column)
	}
	return name + "(" + strings.Join(places, ", ") + ")"
}

// variables adds those of the clause.
func (c *completing) variables(rank int) {
	if c.clause == nil {
		return
	}
	_, base := c.d.text.body()
	constants := c.request.constants(c.d.path)
	seen := map[string]bool{}
	for i, role := range c.clause.Roles() {
		t := c.clause.Tokens[i]
		if kindOf(role, t.Value, constants) == variable && !seen[t.Value] && t.Pos.Offset+base != c.from {
			seen[t.Value] = true
			c.add(rank, t.Value, t.Value, completeVariable, "", "")
		}
	}
}

func (c *completing) constants(rank int) {
	for _, name := range sortedKeys(c.request.constants(c.d.path)) {
		c.add(rank, name, name, completeConstant, "constant", "")
	}
}

// nodes adds the names of nodes: those that directives name, and what facts begin with.
func (c *completing) nodes(quoted bool) {
	seen := map[string]bool{}
	add := func(name string) {
		if seen[name] || name == "" {
			return
		}
		seen[name] = true
		insert := name
		if quoted {
			insert = strconv.Quote(name)
		}
		c.add(2, insert, strings.ReplaceAll(insert, "$", `\$`), completeValue, "node", "")
	}
	for _, file := range c.together(c.d.path) {
		f := c.syntax(file)
		if f == nil {
			continue
		}
		for _, t := range f.Comments() {
			said, ok := strings.CutPrefix(t.Value, "//")
			for _, word := range strings.Fields(said) {
				if list, names := strings.CutPrefix(word, "nodes="); ok && names && isDirective(said) {
					for _, name := range strings.Split(list, ",") {
						add(name)
					}
				}
			}
		}
		for _, clause := range f.Clauses {
			if t := clause.Tokens; len(t) > 2 && clause != c.clause && t[1].Value == "(" && t[2].Type == syntax.String {
				if name, err := strconv.Unquote(t[2].Value); err == nil {
					add(name)
				}
			}
		}
	}
}

// files adds the files that can be included: those in the folder, and below it.
func (c *completing) files(typed string) {
	folder := filepath.Dir(c.d.path)
	for _, file := range c.folders.beside(c.d.path) {
		if rel, err := filepath.Rel(folder, file); err == nil && file != c.d.path {
			rel = filepath.ToSlash(rel)
			if strings.HasPrefix(rel, typed) {
				c.add(0, rel, rel, completeFile, "", "")
			}
		}
	}
}

// comment completes a directive or an expectation.
func (c *completing) comment(typed string) {
	said := strings.TrimLeft(strings.TrimPrefix(typed, "//"), " \t")
	from := strings.LastIndexAny(said, " \t") + 1
	word := said[from:]
	c.from = c.to - len(word)
	keyword, rest, ok := strings.Cut(said, ":")
	if !ok {
		if !strings.ContainsAny(said, " \t") {
			c.add(0, "molly:", "molly: ", completeKeyword, "how to run this program", "")
			c.add(1, "expect:", "expect: ", completeKeyword, "what a search finds", "")
		}
		return
	}
	if keyword != "molly" && keyword != "expect" {
		return
	}
	if _, value, ok := strings.Cut(word, "="); ok {
		c.from = c.to - len(value)
		if key, _, _ := strings.Cut(word, "="); slices.Contains([]string{"loss", "twice", "fifo"}, key) {
			c.add(0, "yes", "yes", completeValue, "", "")
			c.add(1, "no", "no", completeValue, "", "")
		} else if key == "nodes" || key == "crashable" {
			c.from = c.to - len(value[strings.LastIndex(value, ",")+1:])
			c.nodes(false)
		}
		return
	}
	if keyword == "expect" && (strings.Contains(rest, "→") || strings.Contains(rest, "->")) {
		for i, verdict := range []string{"certified", "counterexample", "vacuous"} {
			c.add(i, verdict, verdict, completeKeyword, "verdict", "")
		}
		for i, kind := range []string{"omit=", "crash=", "late=", "twice=", "outage="} {
			c.add(3+i, kind, kind, completeProperty, "fault", "")
		}
		return
	}
	for i, key := range dedalus.SettingKeys() {
		if !slices.ContainsFunc(strings.Fields(rest), func(w string) bool { return strings.HasPrefix(w, key+"=") }) {
			c.add(i/10, key, key+"=", completeProperty, settingWords[key], "")
		}
	}
	if keyword == "expect" {
		c.add(2, "→", "→ ", completeKeyword, "then the verdict", "")
	}
}
