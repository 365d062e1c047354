//go:build !unix

package process

import "os/exec"

// ownGroup does nothing here.
func ownGroup(*exec.Cmd) {}

// endGroup ends a program.
func endGroup(cmd *exec.Cmd) {
	_ = cmd.Process.Kill() // it may have ended by itself
}
