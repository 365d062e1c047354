package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"

	"molly/internal/atomicfile"
)

// The pages that have the tables, between comments that name them.
const (
	scalePage = "docs/scale.md"
	frontPage = "README.md"
)

// update replaces the tables of the pages by those of a report. A place without a table in
// the report keeps the one that it has.
func update(r *report, all tasks) error {
	for page, sections := range map[string][]section{scalePage: r.sections(all), frontPage: r.summary()} {
		if err := fill(page, r, sections); err != nil {
			return err
		}
	}
	return nil
}

func fill(page string, r *report, sections []section) error {
	old, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	text := string(old)
	for _, s := range sections {
		place := regexp.MustCompile(`(?s)(<!-- table: ` + s.name + ` -->\n).*?(<!-- end -->)`)
		if !place.MatchString(text) {
			return fmt.Errorf("%s has no place for the table %q: <!-- table: %s --> … <!-- end -->", page, s.name, s.name)
		}
		table := strings.Join([]string{
			s.table.RenderMarkdown(),
			"",
			fmt.Sprintf("%s, commit %s; %s.", r.Date, r.Commit, r.Machine),
			"",
		}, "\n")
		text = place.ReplaceAllStringFunc(text, func(found string) string {
			parts := place.FindStringSubmatch(found)
			return parts[1] + table + parts[2]
		})
	}
	return atomicfile.Write(page, []byte(text))
}
