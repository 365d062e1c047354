// Package watch says when files change on the disk.
//
// It watches the folders of the files, not the files: editors often write a new file and give it the
// name of the old one, and a file that is watched itself would be lost then. What happens within a
// moment counts as one change, since one save is several events. A folder that cannot be watched, or
// that is not there yet, is looked at twice a second instead.
package watch
