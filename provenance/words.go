package provenance

import (
	"fmt"
	"strings"

	"molly/datalog"
	"molly/failure"
)

// place says where the program states a fact.
func place(f datalog.Fact) string {
	if f.Pos.IsValid() {
		return " [" + f.Pos.Short() + "]"
	}
	return ""
}

// show writes a place without quotes where it is a string that needs none.
func show(v datalog.Value) string {
	if v.Type() == datalog.Text {
		return v.Text()
	}
	return v.String()
}

// faultWords names a fault in a sentence.
func faultWords(f failure.Fault) string {
	switch f.Kind {
	case failure.Crash:
		return fmt.Sprintf("the crash of %s at %d", f.Node, f.Time)
	case failure.Outage:
		return fmt.Sprintf("the outage of %s, which is back at %d", f.Node, f.Until)
	}
	return fmt.Sprintf("the omission %v", f)
}

// faultsWords names one fault, or omissions of one link.
func faultsWords(list []failure.Fault) string {
	if len(list) == 1 {
		return faultWords(list[0])
	}
	const most = 3 // that are written one by one
	if len(list) <= most {
		return "the omissions " + failure.Names(list)
	}
	times := make([]int, len(list))
	for i, f := range list {
		times[i] = f.Time
	}
	first := list[0].String()
	return "the omissions " + strings.TrimSuffix(first, fmt.Sprintf(",%d)", times[0])) + "," + timeRanges(times, "…") + ")"
}

// timeRanges lists sorted times, such as 1, 3…7.
func timeRanges(list []int, to string) string {
	var parts []string
	for i := 0; i < len(list); {
		j := i
		for j+1 < len(list) && list[j+1] == list[j]+1 {
			j++
		}
		if i == j {
			parts = append(parts, fmt.Sprint(list[i]))
		} else {
			parts = append(parts, fmt.Sprintf("%d%s%d", list[i], to, list[j]))
		}
		i = j + 1
	}
	return strings.Join(parts, ", ")
}
