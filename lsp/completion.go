package lsp

import (
	"fmt"
	"slices"
	"strings"

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
