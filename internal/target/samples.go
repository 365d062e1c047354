package target

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"molly/explore/fuzz"
	"molly/node"
	"molly/node/host"
	"molly/node/sample/lock"
	"molly/node/sample/pingpong"
	"molly/node/sample/primarybackup"
	"molly/node/sample/raft"
	"molly/node/sample/randtree"
	"molly/node/sample/spark"
)

// Sample is a target that comes with the tool.
type Sample struct {
	Name, About string
	Bugs        []Bug
	Commands    []string // that its nodes take
	Plan        fuzz.Plan
	make        func(o Options, bugs map[string]bool) (*node.System, error)
}

// Bug is a mistake that can be put into a sample.
type Bug struct{ Name, About string }

// Samples are the targets that come with the tool.
func Samples() []Sample {
	return []Sample{
		{
			Name: "pingpong", About: "two nodes that send a ping and a pong",
			Plan: network(500),
			make: func(Options, map[string]bool) (*node.System, error) { return pingpong.System(), nil },
		},
		{
			Name: "lock", About: "a lock server and its clients, the example of docs/nodes.md",
			Bugs: []Bug{{"any-unlock", "an Unlock counts whatever number it has"}},
			Plan: crashes(network(500), 0.005),
			make: func(_ Options, bugs map[string]bool) (*node.System, error) {
				return lock.System(lock.Options{AnyUnlock: bugs["any-unlock"]}), nil
			},
		},
		{
			Name: "primarybackup", About: "a register with a primary, a backup and a view server, as in courses",
			Bugs: primaryBackupBugs(),
			Plan: crashes(network(1500), 0.0005),
			make: func(_ Options, bugs map[string]bool) (*node.System, error) {
				var b primarybackup.Bugs
				for _, x := range primarybackup.Names {
					*x.On(&b) = bugs[x.Name]
				}
				return primarybackup.System(b), nil
			},
		},
		{
			Name: "randtree", About: "peers that join a tree, whose root is the fittest",
			Bugs: []Bug{{"race", "a join that arrives while a peer is joining ends its own"}},
			Plan: network(500),
			make: func(_ Options, bugs map[string]bool) (*node.System, error) {
				return randtree.System(randtree.Options{Race: bugs["race"]}), nil
			},
		},
		{
			Name: "raft", About: "Raft as Go code, with changes of the members",
			Bugs: raftBugs(), Commands: []string{"Request", "AddServer", "RemoveServer"}, Plan: raft.Plan(), make: newRaft,
		},
		{
			Name: "spark", About: "the standalone cluster of Apache Spark in small: a master, workers, drivers",
			Bugs: sparkBugs(), Commands: []string{"Submit", "RunJob"}, Plan: spark.Plan(), make: newSpark,
		},
	}
}

// network is a plan of so many events in which nodes go on, and the network loses and doubles messages, and splits.
func network(events int) fuzz.Plan {
	return fuzz.Plan{Events: events, Timer: 0.1, Drop: 0.02, Duplicate: 0.03, Partition: 0.002, Reunite: 0.05}
}

// crashes is a plan in which nodes crash, too, and come back with their disks.
func crashes(p fuzz.Plan, weight float64) fuzz.Plan {
	p.Crash, p.Restart = weight, 0.1
	return p
}

func sampleNames() (names []string) {
	for _, s := range Samples() {
		names = append(names, s.Name)
	}
	return names
}

// sample finds a sample by its name.
func sample(name string) (Sample, bool) {
	list := Samples()
	i := slices.IndexFunc(list, func(s Sample) bool { return s.Name == name })
	if i < 0 {
		return Sample{}, false
	}
	return list[i], true
}

// open makes the sample as asked for.
func (s Sample) open(o Options, order node.Order) (*Target, error) {
	bugs := map[string]bool{}
	for _, name := range o.Bugs {
		if !slices.ContainsFunc(s.Bugs, func(b Bug) bool { return b.Name == name }) {
			var known []string
			for _, b := range s.Bugs {
				known = append(known, fmt.Sprintf("%s (%s)", b.Name, b.About))
			}
			if len(known) == 0 {
				known = []string{"none"}
			}
			return nil, fmt.Errorf("--bug %s: there are %s", name, strings.Join(known, ", "))
		}
		bugs[name] = true
	}
	if s.Name != "raft" && (len(o.Nodes) > 0 || o.Members > 0) {
		return nil, fmt.Errorf("%s has the nodes that it has: leave out --nodes and --members", s.Name)
	}
	system, err := s.make(o, bugs)
	if err != nil {
		return nil, err
	}
	system.Order = order
	return &Target{host.Subject{System: system, Commands: s.Commands, Plan: s.Plan}, func() {}}, nil
}

func primaryBackupBugs() []Bug {
	var list []Bug
	for _, b := range primarybackup.Names {
		list = append(list, Bug{b.Name, b.About})
	}
	return list
}

func raftBugs() []Bug {
	var list []Bug
	for _, b := range raft.Names {
		list = append(list, Bug{b.Name, b.About})
	}
	return list
}

func sparkBugs() []Bug {
	var list []Bug
	for _, b := range spark.Names {
		list = append(list, Bug{b.Name, b.About})
	}
	return list
}

func newSpark(_ Options, bugs map[string]bool) (*node.System, error) {
	var b spark.Bugs
	for _, x := range spark.Names {
		*x.On(&b) = bugs[x.Name]
	}
	return spark.System(b), nil
}

// maxNodes bounds how many nodes a sample has.
const maxNodes = 100

func newRaft(o Options, bugs map[string]bool) (*node.System, error) {
	r := raft.Options{Nodes: max(1, len(o.Nodes)), Members: o.Members}
	if len(o.Nodes) == 0 {
		r.Nodes = 3
	} else if n, err := strconv.Atoi(o.Nodes[0]); err == nil && len(o.Nodes) == 1 {
		if r.Nodes = n; n < 1 || n > maxNodes {
			return nil, fmt.Errorf("--nodes %d: there are 1 to %d", n, maxNodes)
		}
	}
	if r.Members < 0 || r.Members > r.Nodes {
		return nil, fmt.Errorf("--members %d: there are %d nodes", r.Members, r.Nodes)
	}
	for _, b := range raft.Names {
		*b.On(&r.Bugs) = bugs[b.Name]
	}
	return raft.System(r), nil
}
