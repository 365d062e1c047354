package failure

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Links is a set of links between nodes, in one text such as "a->b,b->*", as [ParseLinks]
// writes it. The empty text is the set of all links.
type Links string

// NodeSet is a set of nodes, in one text such as "a,b", as [ParseNodeSet] writes it. The empty
// text is the set of all nodes.
type NodeSet string

// anyNode stands for every node in a set of links.
const anyNode = "*"

const arrow = "->"

// ParseLinks reads a list of links, such as a->b,b->*. Names may be in double quotes; * stands for
// every node.
func ParseLinks(text string) (Links, error) {
	list, err := links(text)
	if err != nil {
		return "", fmt.Errorf("%q is not a list of links: %w", text, err)
	}
	var words []string
	for _, l := range list {
		if l == [2]string{anyNode, anyNode} {
			return "", nil
		}
		words = append(words, quoteEnd(l[0])+arrow+quoteEnd(l[1]))
	}
	slices.Sort(words)
	return Links(strings.Join(slices.Compact(words), ",")), nil
}

func quoteEnd(name string) string {
	if strings.ContainsAny(name, "->*") && name != anyNode {
		return strconv.Quote(name)
	}
	return QuoteNode(name)
}

// links reads the two ends of each link. An end in quotes is a name, whatever it is.
func links(text string) (list [][2]string, err error) {
	for {
		var l [2]string
		if l[0], text, err = linkEnd(text, arrow); err != nil {
			return nil, err
		}
		if !strings.HasPrefix(text, arrow) {
			return nil, errors.New("write a->b, with commas between several; * stands for every node")
		}
		if l[1], text, err = linkEnd(text[len(arrow):], ","); err != nil {
			return nil, err
		}
		list = append(list, l)
		if text == "" {
			return list, nil
		}
		if text[0] != ',' {
			return nil, fmt.Errorf("expected a comma before %q", text)
		}
		text = text[1:]
	}
}

// linkEnd reads a name, which ends at a separator where it is not in quotes.
func linkEnd(text, separator string) (name, rest string, err error) {
	text = strings.TrimSpace(text)
	if prefix, err := strconv.QuotedPrefix(text); err == nil {
		name, _ = strconv.Unquote(prefix) // QuotedPrefix has read it
		rest = strings.TrimSpace(text[len(prefix):])
	} else {
		end := strings.Index(text, separator)
		if end < 0 {
			end = len(text)
		}
		name, rest = strings.TrimSpace(text[:end]), text[end:]
	}
	if name == "" {
		return "", "", errors.New("the name of a node is empty")
	}
	return name, rest, nil
}

// Has reports whether a link is in the set.
func (l Links) Has(from, to string) bool {
	if l == "" {
		return true
	}
	list, _ := links(string(l)) // ParseLinks has written it
	return slices.ContainsFunc(list, func(l [2]string) bool {
		return (l[0] == from || l[0] == anyNode) && (l[1] == to || l[1] == anyNode)
	})
}

// Names lists the nodes that the set names, sorted, each once.
func (l Links) Names() []string {
	if l == "" {
		return nil
	}
	var names []string
	list, _ := links(string(l))
	for _, ends := range list {
		for _, n := range ends {
			if n != anyNode {
				names = append(names, n)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// ParseNodeSet reads a list of nodes, such as a,b. Names may be in double quotes; * stands for every
// node.
func ParseNodeSet(text string) (NodeSet, error) {
	list, err := ParseNodes(text)
	if err != nil {
		return "", err
	}
	if slices.Contains(list, anyNode) {
		return "", nil
	}
	slices.Sort(list)
	return NodeSet(QuoteNodes(list)), nil
}

// Has reports whether a node is in the set.
func (s NodeSet) Has(node string) bool { return s == "" || slices.Contains(s.Names(), node) }

// Names lists the nodes that the set names, sorted; none for the set of all nodes.
func (s NodeSet) Names() []string {
	if s == "" {
		return nil
	}
	list, _ := ParseNodes(string(s)) // ParseNodeSet has written it
	return list
}
