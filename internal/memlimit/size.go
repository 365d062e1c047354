package memlimit

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

var units = []struct {
	name  string
	bytes float64
}{
	{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"KB", 1e3},
	{"TiB", 1 << 40}, {"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10},
	{"T", 1e12}, {"G", 1e9}, {"M", 1e6}, {"K", 1e3}, {"B", 1},
}

// ParseSize reads an amount of memory: a number with a unit, such as 500MB, 2GB or 1.5GiB, or
// a share of all, such as 80%. It needs all only for that.
func ParseSize(text string, all int64) (int64, error) {
	number, share := strings.CutSuffix(strings.TrimSpace(text), "%")
	factor := float64(all) / 100
	if !share {
		factor = 0
		for _, u := range units {
			if n := len(number) - len(u.name); n > 0 && strings.EqualFold(number[n:], u.name) {
				number, factor = number[:n], u.bytes
				break
			}
		}
		if factor == 0 {
			return 0, errors.New("it must be a size such as 500MB or 2GB, or a share such as 80%")
		}
	} else if all <= 0 {
		return 0, errors.New("the memory of this machine is unknown: give a size, such as 2GB")
	}
	x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	switch bytes := x * factor; {
	case err != nil || math.IsNaN(x):
		return 0, errors.New("it must be a size such as 500MB or 2GB, or a share such as 80%")
	case share && x > 100:
		return 0, errors.New("a share is at most 100%")
	case bytes < 1:
		return 0, errors.New("it must be more than 0")
	case bytes >= math.MaxInt64:
		return 0, errors.New("it is too large")
	default:
		return int64(bytes), nil
	}
}

// Format writes an amount of memory for people.
func Format(bytes int64) string {
	for _, u := range units[:4] {
		if x := float64(bytes) / u.bytes; x >= 1 {
			if x < 10 {
				return fmt.Sprintf("%.1f %s", x, u.name)
			}
			return fmt.Sprintf("%.0f %s", x, u.name)
		}
	}
	return fmt.Sprintf("%d B", bytes)
}
