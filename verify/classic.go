package verify

import (
	"fmt"

	"molly/failure"
)

// checkClassic refuses what searches do not know yet. Single runs know it.
func checkClassic(spec failure.Spec) error {
	if !spec.Classic() {
		return fmt.Errorf("%v: only losses and crashes are supported by searches as yet", spec)
	}
	return nil
}
