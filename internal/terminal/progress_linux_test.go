package terminal

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

// terminals opens a pseudo terminal of 80 columns: what is written to the one can be read from the other.
func terminals(t *testing.T) (writes, reads *os.File) {
	t.Helper()
	reads, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("there is no pseudo terminal: %v", err)
	}
	t.Cleanup(func() { reads.Close() })
	var lock, number int32
	size := [4]uint16{24, 80}
	for request, argument := range map[uintptr]unsafe.Pointer{
		syscall.TIOCSPTLCK: unsafe.Pointer(&lock), syscall.TIOCGPTN: unsafe.Pointer(&number), syscall.TIOCSWINSZ: unsafe.Pointer(&size),
	} {
		if _, _, wrong := syscall.Syscall(syscall.SYS_IOCTL, reads.Fd(), request, uintptr(argument)); wrong != 0 {
			t.Fatal(wrong)
		}
	}
	writes, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { writes.Close() })
	return writes, reads
}

// On a terminal there is what was said last, with a bar where there is a total, and nothing is left of it in the end.
func TestTerminal(t *testing.T) {
	t.Setenv("TERM", "xterm")
	for _, total := range []int64{0, 10} {
		writes, reads := terminals(t)
		var shown []byte
		until := func(text string) {
			t.Helper()
			for b := make([]byte, 1000); !bytes.Contains(shown, []byte(text)); {
				n, err := reads.Read(b)
				if err != nil {
					t.Fatal(err)
				}
				shown = append(shown, b[:n]...)
			}
		}
		p := NewProgress(writes, total)
		p.Say("nothing yet")
		p.At(5, func() string { return "half of it" })
		until("half of it, ")
		p.End()
		if _, err := writes.WriteString("the end"); err != nil {
			t.Fatal(err)
		}
		until("the end")
		text := string(shown)
		if strings.Contains(text, "nothing yet") || strings.Contains(text, "=>") != (total > 0) {
			t.Errorf("total %d: %q", total, text)
		}
		if _, rest, found := strings.Cut(text[strings.LastIndex(text, "half of it"):], "\x1b[J"); !found || rest != "the end" {
			t.Errorf("total %d: the progress is left: %q", total, text)
		}
	}
}
