module molly/node/etcdraft

go 1.26.0

require (
	go.etcd.io/raft/v3 v3.7.0
	google.golang.org/protobuf v1.36.11
	molly v0.0.0
)

require github.com/alecthomas/participle/v2 v2.1.4 // indirect

replace molly => ../..
