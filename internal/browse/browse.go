// Package browse opens pages in the system's browser.
package browse

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"
	"time"
)

// patience is how long the program that opens a browser may take before it counts as running.
const patience = 3 * time.Second

// Open opens an address, and does not wait until the page is closed. The error says that there is no
// browser, or that it does not start.
func Open(ctx context.Context, address string) error {
	command := []string{"xdg-open", address}
	switch runtime.GOOS {
	case "darwin":
		command = []string{"open", address}
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler", address}
	}
	c := exec.Command(command[0], command[1:]...)
	if err := c.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			return fmt.Errorf("%s: %w", command[0], err)
		}
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(patience): // it is the browser itself
	}
	return nil
}
