package syntax

// Reparse cuts a text that the file has become, as [Parse] does. What it parses of clauses, it takes over from the file
// where it can: the clauses before the first one and those behind the last one that are not the same. Then
// a change costs what it changes, and a cut of the text. The two files share nothing that is changed.
func (f *File) Reparse(text string) *File {
	g := Parse(f.Name, text)
	n := min(len(f.Clauses), len(g.Clauses))
	head := 0
	for head < n && takeOver(g.Clauses[head], f.Clauses[head]) {
		head++
	}
	for tail := 1; tail <= n-head; tail++ {
		if !takeOver(g.Clauses[len(g.Clauses)-tail], f.Clauses[len(f.Clauses)-tail]) {
			break
		}
	}
	return g
}

// takeOver gives a clause what the parser made of another one, and reports whether it can: both are the same text, from
// the same column on, so that what is different is the line.
func takeOver(c, old *Clause) bool {
	first, before := c.file.Tokens[c.First].Pos, old.file.Tokens[old.First].Pos
	if !c.Ended || !old.Ended || first.Column != before.Column || c.source() != old.source() {
		return false
	}
	by := shift{lines: first.Line - before.Line, bytes: first.Offset - before.Offset}
	c.once.Do(func() {
		tree, problem := old.Tree(), old.Problem()
		if by == (shift{}) {
			c.tree, c.problem = tree, problem
		} else {
			c.tree, c.problem = by.tree(tree), by.problem(problem)
		}
	})
	return true
}

// source is the text of the clause, with its semicolon.
func (c *Clause) source() string {
	return c.file.Text[c.start():stop(c.file.Tokens[c.Last-1])]
}
