package failure

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Flag is the word by which the command line and expectations name faults of this kind: late,
// omit, twice, crash, outage or input.
func (k Kind) Flag() string {
	return [...]string{"late", "omit", "twice", "crash", "outage", "input"}[k]
}

// Flag writes a fault as the flag of its kind reads it: from:to:time, from:to:time:rounds,
// node@time, node@from..until, or tuple@time. [Kind.Parse] reads it.
func (f Fault) Flag() string {
	switch f.Kind {
	case Late, Twice:
		return fmt.Sprintf("%s:%s:%d:%d", QuoteNode(f.Node), QuoteNode(f.To), f.Time, f.D)
	case Crash:
		return fmt.Sprintf("%s@%d", QuoteNode(f.Node), f.Time)
	case Outage:
		return fmt.Sprintf("%s@%d..%d", QuoteNode(f.Node), f.Time, f.Until)
	case Input:
		return fmt.Sprintf("%s@%d", f.Node, f.Time)
	}
	return fmt.Sprintf("%s:%s:%d", QuoteNode(f.Node), QuoteNode(f.To), f.Time)
}

// Parse reads a fault of this kind as [Fault.Flag] writes it, over some nodes. An input's number
// is left open, for the text does not say it: see [Inputs.Find].
//
// Names of nodes may be in double quotes. Others may have colons where only one reading names two
// of the nodes; where none does, the sender's name has them.
func (k Kind) Parse(text string, nodes []string) (Fault, error) {
	switch k {
	case Late, Twice:
		return k.parseRounds(text, nodes)
	case Crash, Outage:
		return k.parseOfNode(text)
	case Input:
		return parseInput(text)
	}
	return ParseOmission(text, nodes)
}

// parseRounds reads from:to:time:rounds, and from:to:time as 1 round.
func (k Kind) parseRounds(text string, nodes []string) (Fault, error) {
	problem := fmt.Errorf("%q is not a message with its rounds: write from:to:time:rounds, such as a:b:1:2", text)
	at := strings.LastIndexByte(text, ':')
	if at < 0 {
		return Fault{}, problem
	}
	rounds, err := strconv.Atoi(text[at+1:])
	if err != nil {
		return Fault{}, problem
	}
	f, err := ParseOmission(text[:at], nodes)
	if err != nil {
		return Fault{}, problem
	}
	f.Kind, f.D = k, rounds
	return f, nil
}

// parseInput reads tuple@time.
func parseInput(text string) (Fault, error) {
	at := strings.LastIndexByte(text, '@')
	problem := fmt.Errorf("%q is not an input: write tuple@time, such as 'bcast(\"a\", \"x\")@2'", text)
	if at <= 0 {
		return Fault{}, problem
	}
	time, err := strconv.Atoi(text[at+1:])
	if err != nil {
		return Fault{}, problem
	}
	return Choose(strings.TrimSpace(text[:at]), 0, time), nil
}

// Find returns the choice of an input whose tuple and time are given, spaces apart: with its
// number, and with the tuple as the program writes it.
func (in *Inputs) Find(f Fault) (Fault, error) {
	plain := func(tuple string) string { return strings.ReplaceAll(tuple, " ", "") }
	var offered []string
	for i, c := range in.List() {
		if plain(c.Tuple) == plain(f.Node) {
			found := Choose(c.Tuple, i+1, f.Time)
			if !in.has(found) {
				return Fault{}, fmt.Errorf("%s is no input at time %d: the program offers it at %s", c.Tuple, f.Time, times(c.Times))
			}
			return found, nil
		}
		offered = append(offered, c.Tuple)
	}
	if offered == nil {
		return Fault{}, fmt.Errorf("%s is no input: the program has no `may` clause", f.Node)
	}
	return Fault{}, fmt.Errorf("%s is no input of the program: it offers %s", f.Node, strings.Join(offered, ", "))
}

func times(list []int) string {
	words := make([]string, len(list))
	for i, t := range list {
		words[i] = strconv.Itoa(t)
	}
	return strings.Join(words, ", ")
}

// ParseOmission reads from:to:time.
func ParseOmission(text string, nodes []string) (Fault, error) {
	fields, quoted, err := split(text, ':')
	if err != nil {
		return Fault{}, err
	}
	last := len(fields) - 1
	time, err := strconv.Atoi(fields[last])
	if err != nil || last < 2 || quoted && last > 2 {
		return noOmission(text)
	}
	if quoted {
		return Omit(fields[0], fields[1], time), nil
	}
	name := func(from, to int) string { return strings.Join(fields[from:to], ":") }
	var readings []Fault
	for i := 1; i < last; i++ {
		if from, to := name(0, i), name(i, last); slices.Contains(nodes, from) && slices.Contains(nodes, to) {
			readings = append(readings, Omit(from, to, time))
		}
	}
	switch len(readings) {
	case 0:
		f := Omit(name(0, last-1), fields[last-1], time)
		if f.Node == "" || f.To == "" {
			return noOmission(text)
		}
		return f, nil
	case 1:
		return readings[0], nil
	}
	return Fault{}, fmt.Errorf("%q may be %s or %s: write the names in quotes, as here",
		text, readings[0].Flag(), readings[1].Flag())
}

func noOmission(text string) (Fault, error) {
	return Fault{}, fmt.Errorf("%q is not an omission: write from:to:time, such as a:b:1", text)
}

// ParseCrash reads node@time. The name may be in double quotes.
func ParseCrash(text string) (Fault, error) { return Crash.parseOfNode(text) }

// parseOfNode reads node@time, or node@from..until.
func (k Kind) parseOfNode(text string) (Fault, error) {
	problem := fmt.Errorf("%q is not a crash: write node@time, such as a@2", text)
	if k == Outage {
		problem = fmt.Errorf("%q is not an outage: write node@from..until, such as b@2..4", text)
	}
	at := strings.LastIndexByte(text, '@')
	if at <= 0 {
		return Fault{}, problem
	}
	node := text[:at]
	if node[0] == '"' {
		fields, _, err := split(text, '@')
		if err != nil {
			return Fault{}, err
		}
		if len(fields) != 2 {
			return Fault{}, problem
		}
		node = fields[0]
	}
	from, until, ranged := strings.Cut(text[at+1:], "..")
	time, err := strconv.Atoi(from)
	if err != nil || ranged != (k == Outage) {
		return Fault{}, problem
	}
	if k == Crash {
		return CrashAt(node, time), nil
	}
	back, err := strconv.Atoi(until)
	if err != nil {
		return Fault{}, problem
	}
	return OutageOf(node, time, back), nil
}

// QuoteNode writes the name of a node as the command line and the directive of a program read
// it: in double quotes where it has a character that separates names there.
func QuoteNode(name string) string {
	if name == "" || strings.ContainsAny(name, `,:@"\`) || strings.TrimSpace(name) != name {
		return strconv.Quote(name)
	}
	return name
}

// QuoteNodes writes a list of nodes as the flag --nodes reads it.
func QuoteNodes(names []string) string {
	list := make([]string, len(names))
	for i, n := range names {
		list[i] = QuoteNode(n)
	}
	return strings.Join(list, ",")
}

// ParseNodes reads a list of nodes, such as a,b,c. Names may be in double quotes.
func ParseNodes(text string) ([]string, error) {
	list, quoted, err := split(text, ',')
	if err != nil {
		return nil, err
	}
	for i, name := range list {
		if !quoted {
			list[i] = strings.TrimSpace(name)
		}
		if list[i] == "" {
			return nil, errors.New("the name of a node is empty")
		}
		if slices.Contains(list[:i], list[i]) {
			return nil, fmt.Errorf("node %q is given twice", list[i])
		}
	}
	return list, nil
}

// split cuts a text at a separator, but not inside of a name in double quotes, and takes
// the quotes off. It reports whether there were any.
func split(text string, separator byte) (names []string, quoted bool, err error) {
	for {
		rest := strings.TrimLeft(text, " ")
		var name string
		if strings.HasPrefix(rest, `"`) {
			prefix, e := strconv.QuotedPrefix(rest)
			if e != nil {
				return nil, true, fmt.Errorf("the quoted name %s does not end, or has an unknown escape", rest)
			}
			name, _ = strconv.Unquote(prefix) // QuotedPrefix has read it
			text, quoted = strings.TrimLeft(rest[len(prefix):], " "), true
			if text != "" && text[0] != separator {
				return nil, true, fmt.Errorf("%q follows the name %s", text, prefix)
			}
		} else {
			end := strings.IndexByte(text, separator)
			if end < 0 {
				end = len(text)
			}
			name, text = text[:end], text[end:]
		}
		names = append(names, name)
		if text == "" {
			return names, quoted, nil
		}
		text = text[1:]
	}
}
