package engine

import (
	"molly/dedalus/highlight"
	"molly/dedalus/syntax"
)

// Colours say how a text is coloured.
type Colours struct {
	// Classes are the classes of stretches. Spans are the stretches, in the order of the text: of
	// each its beginning and its length, in units of UTF-16, and the number of its class.
	Classes []highlight.Class `json:"classes"`
	Spans   []int             `json:"spans"`
}

// colours colours a text.
func colours(text string) Colours {
	c := Colours{Classes: highlight.Classes(), Spans: []int{}}
	number := map[highlight.Class]int{}
	for i, class := range c.Classes {
		number[class] = i
	}
	end, at := 0, 0 // bytes, and as many units
	for _, s := range highlight.Spans(syntax.Parse("", text)) {
		at += units(text[end:s.Start])
		length := units(text[s.Start:s.End])
		c.Spans = append(c.Spans, at, length, number[s.Class])
		end, at = s.End, at+length
	}
	return c
}
