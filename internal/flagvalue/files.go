package flagvalue

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"molly/protocols"
)

// CompleteProtocols offers the protocols of the library.
func CompleteProtocols(_ *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
	var list []string
	for _, p := range protocols.All() {
		if strings.HasPrefix(p.Name, prefix) {
			list = append(list, p.Name+"\t"+p.Title)
		}
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

// CompleteFiles offers what a program can be read from: the protocols of the library, folders and .ded
// files.
func CompleteFiles(_ *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
	list, directive := CompleteProtocols(nil, nil, prefix)
	if len(list) == 0 {
		return []string{"ded"}, cobra.ShellCompDirectiveFilterFileExt
	}
	folder, name := filepath.Split(prefix)
	entries, _ := os.ReadDir(filepath.Clean(folder + ".")) // there may be no such folder
	for _, e := range entries {
		switch path := folder + e.Name(); {
		case !strings.HasPrefix(e.Name(), name):
		case e.IsDir():
			list = append(list, path+"/")
			directive |= cobra.ShellCompDirectiveNoSpace
		case filepath.Ext(path) == ".ded":
			list = append(list, path)
		}
	}
	return list, directive
}
