package lsp

import (
	"slices"
	"strings"

	"molly/dedalus"
)

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
