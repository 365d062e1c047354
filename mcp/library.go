package mcp

import (
	"context"
	"fmt"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"molly"
	"molly/docs"
	"molly/export/text"
	"molly/export/wire"
	"molly/internal/nearest"
	"molly/protocols"
)

type protocolsInput struct {
	Name string `json:"name,omitempty" jsonschema:"a protocol, such as delivery/ack: its text is shown; or a folder, such as delivery: what it has is listed. Without a name all are listed"`
}

type docsInput struct {
	Page string `json:"page,omitempty" jsonschema:"the name of a page; without one the pages are listed"`
}

// addLibrary adds the protocols that come with molly and pages of the documentation: as tools, and as
// resources.
func addLibrary(s *sdk.Server, w *worker) {
	add(s, w, "protocols", "Protocols that come with molly",
		"List complete, commented protocols with their expected verdicts, or show the text of one.",
		func(protocolsInput) float64 { return 0 }, protocolsTool)
	var names []string
	for _, p := range docs.Pages() {
		names = append(names, p.Name)
	}
	add(s, w, "docs", "Documentation",
		"Show a page of the documentation: "+strings.Join(names, ", ")+". The page language is the reference of Dedalus.",
		func(docsInput) float64 { return 0 }, docsTool)

	for _, p := range docs.Pages() {
		addResource(s, sdk.Resource{URI: "molly://docs/" + p.Name, Name: p.Name, Title: p.Title, MIMEType: "text/markdown"}, p.Text)
	}
	for _, p := range protocols.All() {
		content, _ := protocols.Text(p.Name)
		addResource(s, sdk.Resource{URI: "molly://protocols/" + p.Name, Name: p.Name, Title: p.Title, MIMEType: "text/plain"}, string(content))
	}
}

func addResource(s *sdk.Server, r sdk.Resource, content string) {
	r.Size = int64(len(content))
	s.AddResource(&r, func(context.Context, *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
		return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: r.URI, MIMEType: r.MIMEType, Text: content}}}, nil
	})
}

func protocolsTool(_ context.Context, _ progress, in protocolsInput) (answer, error) {
	if content, found := protocols.Text(in.Name); found {
		return answer{text: string(content)}, nil
	}
	var names []string
	if in.Name != "" {
		names = []string{in.Name}
	}
	list, err := molly.Protocols(names...)
	if err != nil {
		return answer{}, err
	}
	var b strings.Builder
	_ = text.Protocols(&b, text.Style{}, list) // a Builder takes everything
	return answer{b.String(), wire.NewProtocols(list)}, nil
}

func docsTool(_ context.Context, _ progress, in docsInput) (answer, error) {
	var b strings.Builder
	var names []string
	for _, p := range docs.Pages() {
		if p.Name == in.Page {
			return answer{text: p.Text}, nil
		}
		names = append(names, p.Name)
		fmt.Fprintf(&b, "%s: %s\n", p.Name, p.Title)
	}
	if in.Page != "" {
		return answer{}, fmt.Errorf("there is no page %s%s\nThe pages: %s", text.Quote(in.Page), nearest.Question(nearest.Word(in.Page, names)), strings.Join(names, ", "))
	}
	return answer{text: b.String()}, nil
}
