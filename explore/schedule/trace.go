package schedule

import (
	"slices"

	"molly/node"
	"molly/node/trace"
)

// OfTrace are the steps of a trace. It has no keys of its own: that of a step is the hash of its body. So of a system that
// makes keys of other things, such as a hash of fewer words, items are like its steps in identity and in type alone.
func OfTrace(t *trace.Trace) ([]Step, error) {
	actions, err := t.Actions()
	if err != nil {
		return nil, err
	}
	list := make([]Step, len(actions))
	for i, a := range actions {
		s := Step{Action: a}
		if r := t.Records[i]; !s.External() {
			s.Type, s.Timer = r.Type, r.Do == node.Fire || r.Do == node.Change && r.From == ""
			s.To = slices.Index(t.Nodes, r.Node)
			if r.To != "" {
				s.To = slices.Index(t.Nodes, r.To)
			}
			if s.From = s.To; r.From != "" {
				s.From = slices.Index(t.Nodes, r.From)
			}
			s.Key = node.Key{Bytes: 1, Masked: 1} // of no body
			if len(r.Body) > 0 {
				hash := node.Hash(r.Body)
				s.Key = node.Key{Bytes: hash, Masked: hash}
			}
		}
		list[i] = s
	}
	return list, nil
}

// Like is the strictest level at which an item that was found stands for that of the step.
func (s *Step) Like(it *node.Item) Level {
	switch key := it.Keys(); {
	case it.ID == s.Action.Item:
		return Identity
	case key.Bytes == s.Key.Bytes:
		return Bytes
	case key.Masked == s.Key.Masked:
		return Masked
	}
	return Type
}
