package memlimit

import (
	"context"
	"errors"
	"io/fs"
	"testing"
	"time"
)

func TestParseSize(t *testing.T) {
	for _, c := range []struct {
		text string
		want int64 // 0: an error
	}{
		{"500MB", 500_000_000}, {"2GB", 2_000_000_000}, {"1.5GiB", 3 << 29}, {"64 kib", 64 << 10}, {"10B", 10},
		{"2g", 2_000_000_000}, {"80%", 800}, {"100 %", 1000}, {" 1KB ", 1000},
		{"", 0}, {"5", 0}, {"GB", 0}, {"0MB", 0}, {"-1GB", 0}, {"101%", 0}, {"0%", 0}, {"nanGB", 0}, {"infGB", 0},
		{"1e30GB", 0}, {"2 apples", 0}, {"%", 0}, {"0.1B", 0},
	} {
		got, err := ParseSize(c.text, 1000)
		if (err != nil) != (c.want == 0) || got != c.want {
			t.Errorf("ParseSize(%q) = %d, %v, want %d", c.text, got, err, c.want)
		}
	}
	if _, err := ParseSize("80%", 0); err == nil {
		t.Error("a share of nobody knows what")
	}
}

func TestFormat(t *testing.T) {
	for bytes, want := range map[int64]string{0: "0 B", 999: "999 B", 1500: "1.5 KB", 64_000_000: "64 MB", 2_340_000_000: "2.3 GB"} {
		if got := Format(bytes); got != want {
			t.Errorf("Format(%d) = %q, want %q", bytes, got, want)
		}
	}
}

func TestAvailable(t *testing.T) {
	meminfo := "MemFree: 7 kB\nMemTotal:       1000 kB\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"nothing is known":  {nil, 0},
		"a machine":         {map[string]string{"/proc/meminfo": meminfo}, 1_024_000},
		"version 2":         {map[string]string{"/proc/meminfo": meminfo, "/proc/self/cgroup": "0::/a/b\n", "/sys/fs/cgroup/a/b/memory.max": "max\n", "/sys/fs/cgroup/a/memory.max": "5000\n"}, 5000},
		"a container":       {map[string]string{"/proc/meminfo": meminfo, "/proc/self/cgroup": "0::/../x\n", "/sys/fs/cgroup/memory.max": "7000\n"}, 7000},
		"version 1":         {map[string]string{"/proc/meminfo": meminfo, "/proc/self/cgroup": "3:cpu,memory:/d\n", "/sys/fs/cgroup/memory/d/memory.limit_in_bytes": "6000\n"}, 6000},
		"no limit":          {map[string]string{"/proc/meminfo": meminfo, "/proc/self/cgroup": "3:memory:/\n", "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"}, 1_024_000},
		"nonsense in files": {map[string]string{"/proc/meminfo": "MemTotal:\n", "/proc/self/cgroup": "x\n0::\n"}, 0},
	} {
		got := available(func(name string) ([]byte, error) {
			text, ok := c.files[name]
			if !ok {
				return nil, fs.ErrNotExist
			}
			return []byte(text), nil
		})
		if got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

func TestWatch(t *testing.T) {
	ctx, stop := Watch(context.Background(), Used()+50<<20)
	var hoard [][]byte
	for begin := time.Now(); ctx.Err() == nil && time.Since(begin) < 20*time.Second; time.Sleep(time.Millisecond) {
		b := make([]byte, 1<<20)
		for i := range b {
			b[i] = 1
		}
		hoard = append(hoard, b)
		if len(hoard) > 1000 {
			t.Fatal("1 GB of 50 MB are used, and nobody says so")
		}
	}
	var exceeded *Exceeded
	if cause := context.Cause(ctx); !errors.As(cause, &exceeded) {
		t.Errorf("the cause is %v", cause)
	}
	stop()
	ctx, stop = Watch(context.Background(), 1<<50)
	time.Sleep(3 * interval)
	if ctx.Err() != nil {
		t.Error(context.Cause(ctx))
	}
	stop()
}
