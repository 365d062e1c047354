// Command molly-etcdraft-plant builds molly-etcdraft with a bug in raft, or with an older raft. It runs in the folder node/etcdraft.
//
//	go run ./cmd/molly-etcdraft-plant                              which bugs there are
//	go run ./cmd/molly-etcdraft-plant -bug 46 -o raft-46           molly-etcdraft with one of them
//	go run ./cmd/molly-etcdraft-plant -bug 46 -plan > 46.json      how random executions show it, for fuzz --plan
//	go run ./cmd/molly-etcdraft-plant -etcd v3.5.0 -o raft-3.5.0   molly-etcdraft with the raft of etcd 3.5.0
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"

	"molly/node/etcdraft/plant"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx)
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "molly-etcdraft-plant: %v\n", err)
		os.Exit(2)
	}
}

func run(ctx context.Context) error {
	name := flag.String("bug", "", "which `bug`; none: list them")
	version := flag.String("etcd", "", "the `version` of etcd, from v3.5.0 on, whose raft it is")
	plan := flag.Bool("plan", false, "print the plan of random executions that show the bug, and build nothing")
	file := flag.String("o", "", "the `file` to write")
	flag.Parse()
	switch {
	case flag.NArg() > 0:
		return fmt.Errorf("there are no arguments: %s", strings.Join(flag.Args(), " "))
	case *version != "" && (*name != "" || *plan):
		return errors.New("-etcd excludes -bug and -plan: bugs are of the raft of go.mod")
	case *name == "" && *version == "" && (*plan || *file != ""):
		return errors.New("say with -bug or -etcd which raft it should be")
	case *name == "" && *version == "":
		for _, b := range plant.Bugs() {
			fmt.Printf("%-10s %s (%s)\n", b.Name, b.About, strings.Join(b.Flags, " "))
		}
		return nil
	case *file == "" && !*plan:
		return errors.New("say with -o which file to write")
	case *version != "":
		return plant.BuildOld(ctx, ".", *version, *file)
	}
	b, err := plant.Find(*name)
	if err != nil {
		return err
	}
	if *plan {
		e := json.NewEncoder(os.Stdout)
		e.SetIndent("", "  ")
		return e.Encode(b.Plan)
	}
	if err := plant.Build(ctx, ".", b, *file); err != nil {
		return err
	}
	fmt.Printf("%s: %s; it shows with %s\n", *file, b.About, strings.Join(b.Flags, " "))
	return nil
}
