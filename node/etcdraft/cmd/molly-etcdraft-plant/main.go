// Command molly-etcdraft-plant builds molly-etcdraft with a bug in raft. It runs in the folder node/etcdraft.
//
//	go run ./cmd/molly-etcdraft-plant                     which bugs there are
//	go run ./cmd/molly-etcdraft-plant -bug 46 -o ./raft-46
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"

	"molly/node/etcdraft/plant"
)

func main() {
	name := flag.String("bug", "", "which `bug`; none: list them")
	file := flag.String("o", "", "the `file` to write (default molly-etcdraft-BUG)")
	flag.Parse()
	if flag.NArg() > 0 {
		fail(fmt.Errorf("there are no arguments: %s", strings.Join(flag.Args(), " ")))
	}
	if *name == "" {
		for _, b := range plant.Bugs() {
			fmt.Printf("%-10s %s (%s)\n", b.Name, b.About, strings.Join(b.Flags, " "))
		}
		return
	}
	b, err := plant.Find(*name)
	if err != nil {
		fail(err)
	}
	if *file == "" {
		*file = "molly-etcdraft-" + b.Name
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := plant.Build(ctx, ".", b, *file); err != nil {
		fail(err)
	}
	fmt.Printf("%s: %s; it shows with %s\n", *file, b.About, strings.Join(b.Flags, " "))
}

func fail(err error) {
	fmt.Fprintf(os.Stderr, "molly-etcdraft-plant: %v\n", err)
	os.Exit(2)
}
