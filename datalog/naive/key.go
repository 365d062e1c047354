package naive

import (
	"strconv"

	"molly/datalog"
)

// Key tells a tuple at its time from all others.
func (t Tuple) Key() string { return string(t.appendKey(make([]byte, 0, 64))) }

// Key tells a firing from all others.
func (f Firing) Key() string {
	k := appendInt(appendInt(appendInt(make([]byte, 0, 256), f.Rule), f.Time), f.Then)
	for _, t := range f.Premises {
		k = t.appendKey(k)
	}
	return string(k)
}

func (m Message) key() string {
	k := Tuple{m.Relation, m.Sent, m.Args}.appendKey(nil)
	k = appendValue(k, datalog.String(m.From))
	return string(appendValue(k, datalog.String(m.To)))
}

func (t Tuple) appendKey(k []byte) []byte {
	k = appendInt(appendInt(k, int(t.Relation)), t.Time)
	for _, v := range t.Args {
		k = appendValue(k, v)
	}
	return k
}

func appendInt(k []byte, n int) []byte {
	return append(strconv.AppendInt(k, int64(n), 10), ' ')
}

// appendValue writes a string with its length before it, so that keys cannot run
// into each other.
func appendValue(k []byte, v datalog.Value) []byte {
	if v.Type() == datalog.Integer {
		return append(strconv.AppendInt(append(k, 'i'), v.Number(), 10), ' ')
	}
	k = append(appendInt(append(k, 's'), len(v.Text())), v.Text()...)
	return append(k, ' ')
}
