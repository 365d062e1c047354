package prototype

import "molly/datalog"

// plainValue is a value as text, strings without quotes.
func plainValue(v datalog.Value) string {
	if v.Type() == datalog.Text {
		return v.Text()
	}
	return v.String()
}

func plain(tuple []datalog.Value) []string {
	list := make([]string, len(tuple))
	for i, v := range tuple {
		list[i] = plainValue(v)
	}
	return list
}
