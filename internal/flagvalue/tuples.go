package flagvalue

import (
	"os"
	"regexp"
	"strings"
)

// SplitTuples tells the tuples among the arguments from the files: no file has that name,
// and they have a parenthesis, or could be the relation of a tuple that was meant.
func SplitTuples(args []string) (files, tuples []string) {
	for _, a := range args {
		switch {
		case strings.Contains(a, "(") && !isFile(a), len(files) > 0 && bareRelation.MatchString(a) && !isFile(a):
			tuples = append(tuples, a)
		default:
			files = append(files, a)
		}
	}
	return files, tuples
}

// bareRelation is the name of a relation, perhaps with a time.
var bareRelation = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_?]*(@[0-9]+)?$`)

// isFile reports whether the disk has something of a name.
func isFile(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
