package datalog

import "slices"

// Components finds the strongly connected components of a graph of n vertices
// (Tarjan 1972, without recursion) and calls emit for each, a component after
// all that it has edges to; members come in increasing order.
func Components(n int, edges func(v int, yield func(w int)), emit func(members []int)) {
	const unseen = 0
	index := make([]int, n) // 1-based order of discovery
	low := make([]int, n)
	onStack := make([]bool, n)
	var stack []int
	next := 1

	type frame struct {
		v    int
		succ []int
	}
	open := func(v int) frame {
		index[v], low[v] = next, next
		next++
		stack = append(stack, v)
		onStack[v] = true
		f := frame{v: v}
		edges(v, func(w int) { f.succ = append(f.succ, w) })
		return f
	}
	for root := range n {
		if index[root] != unseen {
			continue
		}
		work := []frame{open(root)}
		for len(work) > 0 {
			f := &work[len(work)-1]
			if len(f.succ) > 0 {
				w := f.succ[0]
				f.succ = f.succ[1:]
				if index[w] == unseen {
					work = append(work, open(w))
				} else if onStack[w] {
					low[f.v] = min(low[f.v], index[w])
				}
				continue
			}
			v := f.v
			work = work[:len(work)-1]
			if len(work) > 0 {
				p := work[len(work)-1].v
				low[p] = min(low[p], low[v])
			}
			if low[v] != index[v] {
				continue
			}
			cut := len(stack) - 1
			for stack[cut] != v {
				cut--
			}
			members := slices.Clone(stack[cut:])
			stack = stack[:cut]
			for _, m := range members {
				onStack[m] = false
			}
			slices.Sort(members)
			emit(members)
		}
	}
}
