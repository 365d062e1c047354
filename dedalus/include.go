package dedalus

import (
	"fmt"
	"strings"
)

// lookUp finds an included file: in the folder of the file that includes it, in
// the folders of the files that were asked for, in the include folders. It
// returns the problem in words when there is none or it cannot be read.
func (ld *loading) lookUp(from *source, name string) (f found, text, problem string) {
	if ld.closed {
		return f, "", fmt.Sprintf("cannot include %q", name)
	}
	if name == "" {
		return f, "", "an include without a file name"
	}
	folders := append([]folder{from.folder}, ld.roots...)
	for _, dir := range ld.loader.IncludeDirs {
		folders = append(folders, folder{dir: dir})
	}
	var tried []string
	seen := map[string]bool{}
	for _, dir := range folders {
		f := dir.join(name)
		if seen[f.key()] {
			continue
		}
		seen[f.key()] = true
		text, err := ld.loader.text(f)
		switch {
		case err == nil:
			return f, text, ""
		case !absent(err):
			return f, "", fmt.Sprintf("cannot include %s: %s", f.path, plain(err))
		case f.library != nil:
			tried = append(tried, f.path+" (library)")
		default:
			tried = append(tried, f.path)
		}
	}
	return f, "", fmt.Sprintf("cannot find %q; looked for %s", name, strings.Join(tried, ", "))
}
