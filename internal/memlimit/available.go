package memlimit

import (
	"bufio"
	"os"
	"path"
	"strconv"
	"strings"
)

// Available returns how much memory the process may use at most, in bytes: what the
// machine has, or less where a control group says so. 0 means unknown.
func Available() int64 { return available(os.ReadFile) }

func available(read func(string) ([]byte, error)) int64 {
	least := int64(0)
	note := func(n int64) {
		if n > 0 && (least == 0 || n < least) {
			least = n
		}
	}
	if text, err := read("/proc/meminfo"); err == nil {
		note(1024 * field(string(text), "MemTotal:"))
	}
	groups, err := read("/proc/self/cgroup")
	if err != nil {
		return least
	}
	for line := range strings.Lines(string(groups)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		root, file := "", ""
		switch {
		case parts[0] == "0" && parts[1] == "": // version 2
			root, file = "/sys/fs/cgroup", "memory.max"
		case strings.Contains(","+parts[1]+",", ",memory,"):
			root, file = "/sys/fs/cgroup/memory", "memory.limit_in_bytes"
		default:
			continue
		}
		// A group is bound by those above it. In a container its own folder may be the root.
		for dir := path.Clean("/" + parts[2]); ; dir = path.Dir(dir) {
			if text, err := read(path.Join(root, dir, file)); err == nil {
				n, _ := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64) // "max" is no number
				note(n)
			}
			if dir == "/" {
				break
			}
		}
	}
	return least
}

// field returns the number after a name at the beginning of a line.
func field(text, name string) int64 {
	for s := bufio.NewScanner(strings.NewReader(text)); s.Scan(); {
		if rest, ok := strings.CutPrefix(s.Text(), name); ok {
			if words := strings.Fields(rest); len(words) > 0 {
				n, _ := strconv.ParseInt(words[0], 10, 64)
				return n
			}
		}
	}
	return 0
}
