// Package layered lays out a graph whose nodes have layers: it finds the order of the nodes
// in each layer and their places, and routes the edges. It is the method of Sugiyama, Tagawa
// and Toda, of which the first step is given.
//
//	dummies     an edge over several layers gets a dummy in each of them (graph.go). Edges
//	            that end at the same node share their dummies: they run together.
//	order       sweeps down and up sort each layer by the barycentres of the neighbours, and
//	            exchange adjacent nodes as long as that saves crossings; the best order of
//	            several starts is kept (order.go, crossings.go)
//	places      Brandes and Köpf's alignment: dummies of one edge are straight below each
//	            other, and nodes near the medians of their neighbours (place.go)
//	            where that is too wide, each layer is placed by itself, as near to its
//	            neighbours as the width allows, in sweeps down and up (narrow.go)
//	routes      an edge is upright inside a layer and curves only between layers, where
//	            there are no nodes: so no edge touches a node that it does not end at (route.go)
//
// Nodes may have lanes: then each lane is a separate column.
package layered
