package watch

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

// calm is how long nothing must happen before what has happened counts as over; hasty is how long
// a change waits for that at most.
const (
	calm  = 60 * time.Millisecond
	hasty = time.Second
	// look is how often files are looked at that cannot be watched.
	look = 500 * time.Millisecond
)

// A Watcher waits for changes of files.
type Watcher struct {
	notify *fsnotify.Watcher // nil where the system has no such thing

	lock    sync.Mutex
	files   map[string]string      // the files, as they were named, by each absolute path that leads to them
	folders map[string]bool        // in which each .ded file counts
	looked  map[string]os.FileInfo // of the files that cannot be watched: how they were; nil where there is none
}

// New is a watcher of no file yet.
func New() *Watcher {
	notify, err := fsnotify.NewWatcher()
	if err != nil {
		notify = nil // no more of them are allowed: look instead
	}
	return &Watcher{notify: notify}
}

// Close ends it.
func (w *Watcher) Close() {
	if w.notify != nil {
		_ = w.notify.Close() // nothing is left that could be lost
	}
}

// Watch sets what is watched: files, which need not exist, and folders in which each .ded file counts.
func (w *Watcher) Watch(files, folders []string) {
	w.lock.Lock()
	defer w.lock.Unlock()
	before := w.looked
	w.files, w.folders, w.looked = map[string]string{}, map[string]bool{}, map[string]os.FileInfo{}
	for _, name := range files {
		for _, path := range paths(name) {
			w.files[path] = name
			if !w.notified(filepath.Dir(path)) {
				w.looked[path] = state(path)
			}
		}
	}
	for _, name := range folders {
		for _, path := range paths(name) {
			w.folders[path] = w.notified(path)
		}
	}
	for path, info := range before { // what changed since then is seen at the next look
		if _, still := w.looked[path]; still {
			w.looked[path] = info
		}
	}
}

// Files are the files that are watched, as they were named, sorted.
func (w *Watcher) Files() []string { return slices.Compact(slices.Sorted(slices.Values(w.all()))) }

// paths are the absolute paths of a file: its own, and that of the file which it is a link to.
func paths(name string) []string {
	path, err := filepath.Abs(name)
	if err != nil {
		return nil // there is no current folder any more
	}
	list := []string{path}
	if real, err := filepath.EvalSymlinks(path); err == nil && real != path {
		list = append(list, real)
	}
	return list
}

// notified reports whether the system tells of changes in a folder.
func (w *Watcher) notified(folder string) bool {
	if w.notify == nil {
		return false
	}
	return slices.Contains(w.notify.WatchList(), folder) || w.notify.Add(folder) == nil
}

// state is what there is to see of a file without reading it.
func state(path string) os.FileInfo {
	info, err := os.Stat(path)
	if err != nil {
		return nil
	}
	return info
}

// Next waits for a change, and returns the names of the files that have changed, sorted. The error is the
// context's.
func (w *Watcher) Next(ctx context.Context) ([]string, error) {
	ticks := time.NewTicker(look)
	defer ticks.Stop()
	var events <-chan fsnotify.Event
	var errors <-chan error
	if w.notify != nil {
		events, errors = w.notify.Events, w.notify.Errors
	}
	changed := map[string]bool{}
	var quiet, late <-chan time.Time
	for {
		var seen []string
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-quiet:
			return slices.Sorted(maps.Keys(changed)), nil
		case <-late:
			return slices.Sorted(maps.Keys(changed)), nil
		case e, open := <-events:
			if !open {
				events = nil
			}
			seen = w.of(e)
		case _, open := <-errors:
			if !open {
				errors = nil
				continue
			}
			// There were more events than the system keeps, and which ones is not known.
			seen = w.all()
		case <-ticks.C:
			seen = w.look()
		}
		if len(seen) == 0 {
			continue
		}
		for _, name := range seen {
			changed[name] = true
		}
		quiet = time.After(calm)
		if late == nil {
			late = time.After(hasty)
		}
	}
}

// of lists the files that an event is about.
func (w *Watcher) of(e fsnotify.Event) []string {
	w.lock.Lock()
	defer w.lock.Unlock()
	if e.Op == fsnotify.Chmod {
		return nil
	}
	path := filepath.Clean(e.Name)
	if name, known := w.files[path]; known {
		return []string{name}
	}
	if _, known := w.folders[filepath.Dir(path)]; known && filepath.Ext(path) == ".ded" {
		return []string{path}
	}
	var gone []string // with their folder
	for file, name := range w.files {
		if filepath.Dir(file) == path && e.Op.Has(fsnotify.Remove|fsnotify.Rename) {
			gone = append(gone, name)
		}
	}
	return gone
}

// all lists all files.
func (w *Watcher) all() []string {
	w.lock.Lock()
	defer w.lock.Unlock()
	return slices.Collect(maps.Values(w.files))
}

// look lists the files that look different from before, of those that cannot be watched.
func (w *Watcher) look() (changed []string) {
	w.lock.Lock()
	defer w.lock.Unlock()
	for path, before := range w.looked {
		now := state(path)
		w.looked[path] = now
		if (now == nil) != (before == nil) || now != nil && (now.Size() != before.Size() || !now.ModTime().Equal(before.ModTime())) {
			changed = append(changed, w.files[path])
		}
	}
	return changed
}
