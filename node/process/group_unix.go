//go:build unix

package process

import (
	"os/exec"
	"syscall"
)

// ownGroup gives a program a process group of its own: Ctrl-C in the terminal is for us, and what the program starts
// ends with it.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// endGroup ends a program and what it has started.
func endGroup(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // it may have ended by itself
}
