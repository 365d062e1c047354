package dedalus

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"molly/datalog"
	"molly/dedalus/syntax"
	"molly/failure"
)

// Settings are what is said about the runs of a program: by its files, in a comment line such as
//
//	// molly: eot=4 eff=2 crashes=0 nodes=a,b,c
//
// or for one use of it.
//
// Invariant: a field is nil exactly where nothing sets it; Nodes has no empty
// and no repeated name.
type Settings struct {
	EOT, EFF, Crashes *int
	Nodes             []string

	// What else may go wrong, and its limits: the fields of failure.Spec of these names.
	Delay, Restarts, MaxFaults, CrashUntil *int
	NoLoss, Twice, FIFO                    *bool
	Lossy                                  *failure.Links
	Crashable                              *failure.NodeSet

	Pos datalog.Position // of the first such line; zero when there is none
}

// A settingKey is one key of settings: its value is a number, yes or no, or a list.
type settingKey struct {
	name   string
	number func(*Settings) **int
	yes    func(*Settings) **bool
	list   func(*Settings, string) error // sets it
	text   func(*Settings) string        // writes the list; "" where it is not set
	use    func(*Settings, *failure.Spec)
}

// settingKeys are the keys, in the order in which they are written.
var settingKeys = []settingKey{
	number("eot", func(s *Settings) **int { return &s.EOT }, func(f *failure.Spec) *int { return &f.EOT }),
	number("eff", func(s *Settings) **int { return &s.EFF }, func(f *failure.Spec) *int { return &f.EFF }),
	number("crashes", func(s *Settings) **int { return &s.Crashes }, func(f *failure.Spec) *int { return &f.Crashes }),
	number("delay", func(s *Settings) **int { return &s.Delay }, func(f *failure.Spec) *int { return &f.Delay }),
	yes("loss", func(s *Settings) **bool { return &s.NoLoss }, func(f *failure.Spec) *bool { return &f.NoLoss }),
	yes("twice", func(s *Settings) **bool { return &s.Twice }, func(f *failure.Spec) *bool { return &f.Twice }),
	yes("fifo", func(s *Settings) **bool { return &s.FIFO }, func(f *failure.Spec) *bool { return &f.FIFO }),
	number("restarts", func(s *Settings) **int { return &s.Restarts }, func(f *failure.Spec) *int { return &f.Restarts }),
	number("faults", func(s *Settings) **int { return &s.MaxFaults }, func(f *failure.Spec) *int { return &f.MaxFaults }),
	list("lossy", failure.ParseLinks, func(s *Settings) **failure.Links { return &s.Lossy }, func(f *failure.Spec) *failure.Links { return &f.Lossy }),
	list("crashable", failure.ParseNodeSet, func(s *Settings) **failure.NodeSet { return &s.Crashable }, func(f *failure.Spec) *failure.NodeSet { return &f.Crashable }),
	number("crash-until", func(s *Settings) **int { return &s.CrashUntil }, func(f *failure.Spec) *int { return &f.CrashUntil }),
	{
		name: "nodes",
		list: func(s *Settings, value string) (err error) {
			s.Nodes, err = plainNames(value)
			return err
		},
		text: func(s *Settings) string { return strings.Join(s.Nodes, ",") },
		use:  func(*Settings, *failure.Spec) {},
	},
}

func number(name string, of func(*Settings) **int, in func(*failure.Spec) *int) settingKey {
	return settingKey{name: name, number: of, use: func(s *Settings, f *failure.Spec) {
		if n := *of(s); n != nil {
			*in(f) = *n
		}
	}}
}

func yes(name string, of func(*Settings) **bool, in func(*failure.Spec) *bool) settingKey {
	return settingKey{name: name, yes: of, use: func(s *Settings, f *failure.Spec) {
		if b := *of(s); b != nil {
			*in(f) = *b
		}
	}}
}

func list[T ~string](name string, parse func(string) (T, error), of func(*Settings) **T, in func(*failure.Spec) *T) settingKey {
	return settingKey{
		name: name,
		list: func(s *Settings, value string) error {
			v, err := parse(value)
			if err == nil {
				*of(s) = &v
			}
			return err
		},
		text: func(s *Settings) string {
			if v := *of(s); v != nil {
				return string(*v)
			}
			return ""
		},
		use: func(s *Settings, f *failure.Spec) {
			if v := *of(s); v != nil {
				*in(f) = *v
			}
		},
	}
}

// SettingKeys are the words that directives and expectations set, in order.
func SettingKeys() []string {
	names := make([]string, len(settingKeys))
	for i, k := range settingKeys {
		names[i] = k.name
	}
	return names
}

// keyNames lists the keys in a sentence.
func keyNames() string {
	names := SettingKeys()
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// A ValueError says that a key of settings cannot have a value.
type ValueError struct {
	Key, Value string
	Problem    string // in words
	Hint       string // what to write instead, or ""
}

func (e *ValueError) Error() string { return e.Problem }

// Set sets a key to what a text says. The error is a *ValueError, or says that there is no such
// key.
func (s *Settings) Set(key, value string) error {
	i := slices.IndexFunc(settingKeys, func(k settingKey) bool { return k.name == key })
	if i < 0 {
		return fmt.Errorf("there is no setting %s", key)
	}
	k := settingKeys[i]
	wrong := func(hint, format string, args ...any) error {
		return &ValueError{Key: key, Value: value, Problem: fmt.Sprintf(format, args...), Hint: hint}
	}
	switch {
	case k.number != nil:
		n, err := strconv.Atoi(value)
		hint := fmt.Sprintf("write `%s=3`", key)
		if value == "" {
			return wrong(hint, "a number is missing")
		}
		if err != nil || value[0] == '+' || value[0] == '-' {
			return wrong(hint, "%s is not a number ≥ 0", syntax.Brief(value))
		}
		if key == "eot" && n < 1 {
			return wrong("", "eot is at least 1")
		}
		*k.number(s) = &n
	case k.yes != nil:
		b := value == "yes"
		if !b && value != "no" {
			return wrong(fmt.Sprintf("write `%s=yes` or `%s=no`", key, key), "%s is neither yes nor no", syntax.Brief(value))
		}
		if key == "loss" { // the field says that nothing is lost
			b = !b
		}
		*k.yes(s) = &b
	default:
		if err := k.list(s, value); err != nil {
			var known *ValueError
			if errors.As(err, &known) {
				known.Key, known.Value = key, value
				return known
			}
			return wrong("", "%v", err)
		}
	}
	return nil
}

// SettingsOf are the settings that say a specification over some nodes. What else may go wrong is
// said only where it is not off.
func SettingsOf(spec failure.Spec, nodes []string) Settings {
	s := Settings{EOT: &spec.EOT, EFF: &spec.EFF, Crashes: &spec.Crashes, Nodes: nodes}
	s.Delay, s.Restarts = unlessZero(spec.Delay), unlessZero(spec.Restarts)
	s.MaxFaults, s.CrashUntil = unlessZero(spec.MaxFaults), unlessZero(spec.CrashUntil)
	s.NoLoss, s.Twice, s.FIFO = unlessZero(spec.NoLoss), unlessZero(spec.Twice), unlessZero(spec.FIFO)
	s.Lossy, s.Crashable = unlessZero(spec.Lossy), unlessZero(spec.Crashable)
	return s
}

func unlessZero[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

// Apply makes a specification say what the settings do.
func (s *Settings) Apply(spec *failure.Spec) {
	for _, k := range settingKeys {
		k.use(s, spec)
	}
}

// Words writes the settings as a directive has them: key=value, in the order of the keys. Nodes
// come last.
func (s *Settings) Words() []string {
	var words []string
	for _, k := range settingKeys {
		if text := k.value(s); text != "" {
			words = append(words, k.name+"="+text)
		}
	}
	return words
}

// value writes what a key is set to; "" where it is not set.
func (k settingKey) value(s *Settings) string {
	switch {
	case k.number != nil:
		if n := *k.number(s); n != nil {
			return strconv.Itoa(*n)
		}
	case k.yes != nil:
		if b := *k.yes(s); b != nil {
			if *b != (k.name == "loss") {
				return "yes"
			}
			return "no"
		}
	default:
		return k.text(s)
	}
	return ""
}

// plainNames reads the names of nodes as a directive has them.
func plainNames(value string) ([]string, error) {
	if value == "" {
		return nil, &ValueError{Problem: "nodes names no node", Hint: "write `nodes=a,b,c`"}
	}
	names := strings.Split(value, ",")
	for i, n := range names {
		switch {
		case n == "":
			return nil, &ValueError{Problem: "the name of a node is empty", Hint: "write `nodes=a,b,c`"}
		case slices.Contains(names[:i], n):
			return nil, &ValueError{Problem: fmt.Sprintf("node %s is given twice", syntax.Brief(n))}
		}
	}
	return names, nil
}
