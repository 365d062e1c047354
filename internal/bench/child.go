package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"time"
)

// patience is how much longer than its limit a child may take before it is ended.
const patience = 30 * time.Second

// inChild measures a question in a fresh process, so that no question depends on the
// heap of another one and each has its own peak of memory.
func inChild(ctx context.Context, t task, repeats int, timeout time.Duration) (measurement, error) {
	m := measurement{Question: t.name()}
	self, err := os.Executable()
	if err != nil {
		return m, err
	}
	ctx, cancel := context.WithTimeout(ctx, 2*(timeout+enough)+patience)
	defer cancel()
	c := exec.CommandContext(ctx, self, "-question", t.name(), "-repeat", strconv.Itoa(repeats), "-timeout", timeout.String())
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return m, fmt.Errorf("%s: %w", t.name(), err)
	}
	return m, json.Unmarshal(out, &m)
}
