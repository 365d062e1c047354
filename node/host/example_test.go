package host_test

import (
	"molly/node"
	"molly/node/host"
	"molly/node/sample/lock"
)

func ExampleMain() {
	host.Main(host.Target{
		Name: "locks",
		System: func() (*node.System, error) {
			return lock.System(lock.Options{AnyUnlock: true}), nil
		},
	})
}
