package debug

import (
	"html"
	"os"
	"regexp"
	"strings"
	"testing"
)

// docs/debug.md lists the keys as the page does.
func TestKeysOfDocs(t *testing.T) {
	index, err := page.ReadFile("page/index.html")
	if err != nil {
		t.Fatal(err)
	}
	docs, err := os.ReadFile("../docs/debug.md")
	if err != nil {
		t.Fatal(err)
	}
	keys := regexp.MustCompile("<dt>(.*?)</dt><dd>(.*?)</dd>").FindAllStringSubmatch(string(index), -1)
	if len(keys) < 15 {
		t.Fatalf("the page lists %d keys", len(keys))
	}
	for _, k := range keys {
		row := "| " + html.UnescapeString(k[1]) + " | " + html.UnescapeString(k[2]) + " |"
		if !strings.Contains(string(docs), "\n"+row+"\n") {
			t.Errorf("docs/debug.md lacks the row %s", row)
		}
	}
}
