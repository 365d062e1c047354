package verify

import "molly/datalog"

// A MessageGroup is the messages of a relation from one place to another that have one role.
type MessageGroup struct {
	Relation datalog.RelID
	From, To datalog.Value
	Role     Role
	Times    []int // of sending
}

// GroupMessages gathers the times of messages that differ in nothing else, in the order in
// which the first of each comes.
func GroupMessages(list []MessageRole) []*MessageGroup {
	var groups []*MessageGroup
	at := map[MessageRole]*MessageGroup{}
	for _, m := range list {
		key := m
		key.Sent = 0
		if at[key] == nil {
			at[key] = &MessageGroup{Relation: m.Relation, From: m.From, To: m.To, Role: m.Role}
			groups = append(groups, at[key])
		}
		at[key].Times = append(at[key].Times, m.Sent)
	}
	return groups
}
