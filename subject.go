package molly

import "molly/export/text"

// Subject is what answers are about, for package text, which writes them for people, and the command
// lines that ask again.
func (q *Question) Subject() text.Subject {
	return text.Subject{
		Files: q.Program.Files, Include: q.Program.Include, Define: q.Program.Define, Own: q.Program.Settings(),
		Program: q.Datalog(), Spec: q.Spec, Nodes: q.Nodes, Outcomes: q.Outcomes,
	}
}
