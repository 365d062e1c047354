package lsp

import (
	"fmt"
	"slices"
	"strings"

	"molly/datalog"
	"molly/dedalus/syntax"
	"molly/internal/numeral"
)

// hover explains what is at a place.
func (q *request) hover(p positionParams) (*hover, error) {
	d, offset, err := q.at(p)
	if err != nil {
		return nil, err
	}
	_, base := d.text.body()
	f := q.syntax(d.path)
	i := f.TokenAt(offset - base)
	if i < 0 {
		return nil, nil
	}
	if t := f.Tokens[i]; t.Type == syntax.Comment {
		return q.hoverComment(d, t, offset)
	}
	s, ok := q.symbolAt(d, offset)
	token, said := f.Tokens[i], ""
	switch {
	case ok && s.kind == relation:
		token, said = s.token, q.explainRelation(s)
	case ok && s.kind == variable:
		token, said = s.token, q.explainVariable(s)
	case ok && s.kind == constant:
		token, said = s.token, q.explainConstant(s)
	case q.includedAt(d, offset) != "":
		said = q.includedAt(d, offset)
	default:
		said = words[token.Value]
	}
	if said == "" {
		return nil, nil
	}
	r := q.span(d.path, token)
	return &hover{markdown(said), &r}, nil
}

// hoverComment explains a key of a directive or an expectation.
func (q *request) hoverComment(d *document, t syntax.Token, offset int) (*hover, error) {
	_, base := d.text.body()
	said, ok := strings.CutPrefix(t.Value, "//")
	if !ok || !isDirective(said) && !strings.HasPrefix(strings.TrimLeft(said, " \t"), "expect:") {
		return nil, nil
	}
	from, to := wordAround(t.Value, offset-base-t.Pos.Offset)
	key, _, _ := strings.Cut(t.Value[from:to], "=")
	explained, ok := settingWords[key]
	if !ok {
		return nil, nil
	}
	start := t.Pos.Offset + base + from
	r := d.text.between(start, start+to-from)
	return &hover{markdown("`" + key + "`: " + explained), &r}, nil
}

// wordAround is the stretch of a text without spaces that an offset is in.
func wordAround(text string, offset int) (from, to int) {
	from, to = min(max(offset, 0), len(text)), min(max(offset, 0), len(text))
	for from > 0 && text[from-1] != ' ' && text[from-1] != '\t' {
		from--
	}
	for to < len(text) && text[to] != ' ' && text[to] != '\t' {
		to++
	}
	return from, to
}

// good is a program of a file that has no errors, the first one.
func (q *request) good(path string) *program {
	roots, _ := q.programsOf(path)
	for _, root := range roots {
		if p := q.program(q.Server.ctx, root); p.Program != nil {
			return p
		}
	}
	return nil
}

// block is code in Markdown.
func block(lines ...string) string {
	return "```dedalus\n" + strings.Join(lines, "\n") + "\n```\n"
}

// explainRelation says what is known of a relation, and where it is a head, of its clause.
func (q *request) explainRelation(s symbol) string {
	if b := q.builtin(s.file, s.name); b != nil {
		return block(b.Form) + builtinWords[b.Name]
	}
	var b strings.Builder
	b.WriteString(block(q.form(s)))
	if said := outcomeWords[s.name]; said != "" {
		b.WriteString(said + "\n\n")
	}
	var defined, read []string
	for _, o := range q.everywhere(s) {
		place := fmt.Sprintf("[%s:%d](%s#L%d)", shortName(o.file), o.token.Pos.Line, q.uri(o.file), o.token.Pos.Line)
		if o.defines() {
			defined = append(defined, place)
		} else if o.role != syntax.RoleStable {
			read = append(read, place)
		}
	}
	b.WriteString(places("Defined", defined))
	if len(read) > 0 || !slices.Contains(outcomes, s.name) {
		b.WriteString(places("Read", read))
	}
	p := q.good(s.file)
	if p == nil {
		return b.String()
	}
	id, ok := p.Datalog().Lookup(s.name)
	if !ok {
		return b.String()
	}
	if slices.Contains(p.Datalog().Persistent, id) {
		b.WriteString("It persists: what it holds it keeps.\n\n")
	}
	run := q.failureFree(p)
	rule := q.ruleOf(p, s)
	if rule == nil {
		b.WriteString(run.holds(id))
		b.WriteString("With a time, it becomes\n" + block(timed(p, id)...))
		return b.String()
	}
	b.WriteString(run.fires(rule.ID))
	b.WriteString("This rule becomes\n" + block(rewritten(p, rule.ID)...))
	return b.String()
}

// places says where something is, in a line.
func places(verb string, list []string) string {
	if len(list) == 0 {
		return verb + " nowhere.\n\n"
	}
	const most = 8
	text := verb + " in " + numeral.Count(len(list), "place") + ": " + strings.Join(list[:min(len(list), most)], ", ")
	if len(list) > most {
		text += ", …"
	}
	return text + "\n\n"
}

func shortName(path string) string { return path[strings.LastIndexAny(path, `/\`)+1:] }

// form is a relation with its columns: their names, as its first rule has them, and their types.
func (q *request) form(s symbol) string {
	names := q.columns(s)
	if p := q.good(s.file); p != nil {
		if id, ok := p.Datalog().Lookup(s.name); ok {
			for i, typ := range p.Datalog().Relations[id].Types {
				if i < len(names) && typ != datalog.Unknown {
					names[i] += ": " + typ.String()
				}
			}
		}
	}
	return s.name + "(" + strings.Join(names, ", ") + ")"
}

// columns are names for the columns of a relation: of each the first variable that stands there, in a head or else in a
// premise.
func (q *request) columns(s symbol) []string {
	var names []string
	for _, heads := range []bool{true, false} {
		for _, o := range q.everywhere(s) {
			if o.role == syntax.RoleStable || heads != o.defines() {
				continue
			}
			roles := o.clause.Roles()
			for _, a := range atomsOf(o.clause, roles) {
				if a.name != o.index {
					continue
				}
				for i, arg := range a.arguments(o.clause) {
					if i == len(names) {
						names = append(names, "")
					}
					for j := arg[0]; j < arg[1] && names[i] == ""; j++ {
						if roles[j] == syntax.RoleVariable {
							names[i] = strings.TrimLeft(o.clause.Tokens[j].Value, "_")
						}
					}
				}
			}
		}
	}
	for i, name := range names {
		if name == "" || slices.Contains(names[:i], name) {
			names[i] = fmt.Sprintf("%s%d", name, i+1)
			if name == "" {
				names[i] = fmt.Sprintf("X%d", i+1)
			}
		}
	}
	return names
}

// ruleOf is the rule of a program whose head a symbol is; nil where it is none.
func (q *request) ruleOf(p *program, s symbol) *datalog.Rule {
	if s.role != syntax.RoleHead {
		return nil
	}
	rules := p.Datalog().Rules
	for i := range rules {
		if at := rules[i].Pos; at.Line == s.token.Pos.Line && at.Column == s.token.Pos.Column && q.fileOf(at, p.root) == s.file {
			return &rules[i]
		}
	}
	return nil
}

// timed is what a relation is in the rewriting: a relation with a time, and what its facts are.
func timed(p *program, id datalog.RelID) []string {
	r := p.Rewritten()
	var columns []string
	for _, typ := range p.Datalog().Relations[id].Types {
		columns = append(columns, typ.String())
	}
	lines := []string{r.Datalog.Relations[id].Name + "(" + strings.Join(append(columns, "Time"), ", ") + ")"}
	for _, rule := range r.Rules {
		if rule.Source.Head.Relation == id {
			lines = append(lines, r.Datalog.FormatRule(&r.Datalog.Rules[rule.Head]))
		}
	}
	const most = 10
	if len(lines) > most {
		lines = append(lines[:most], "// …")
	}
	return lines
}

// rewritten are the rules that a rule becomes in plain Datalog.
func rewritten(p *program, id int) []string {
	r := p.Rewritten()
	rule := r.Rules[id]
	return []string{r.Datalog.FormatRule(&r.Datalog.Rules[rule.Body]), r.Datalog.FormatRule(&r.Datalog.Rules[rule.Head])}
}

// explainVariable says what type a variable has and what binds it.
func (q *request) explainVariable(s symbol) string {
	said := "variable `" + s.name + "`"
	if typ := q.typeOf(s); typ != datalog.Unknown {
		said += ": " + typ.String()
	}
	o := binding(q.everywhere(s))
	for _, a := range atomsOf(o.clause, o.clause.Roles()) {
		if a.name < o.index && o.index < a.closed && a.name > 0 {
			said += "\n\nBound by `" + written(o.clause.Tokens[a.name:a.end]) + "`"
		}
	}
	return said
}

// typeOf is the type of a variable, where its program has no errors.
func (q *request) typeOf(s symbol) datalog.Type {
	p := q.good(s.file)
	if p == nil {
		return datalog.Unknown
	}
	for i, role := range s.clause.Roles() {
		if role != syntax.RoleHead {
			continue
		}
		head := s
		head.role, head.token = role, s.clause.Tokens[i]
		if rule := q.ruleOf(p, head); rule != nil {
			if v := slices.Index(rule.Vars, s.name); v >= 0 {
				return p.Datalog().VariableTypes(rule)[v]
			}
		}
	}
	return datalog.Unknown
}

// explainConstant says what value a constant has.
func (q *request) explainConstant(s symbol) string {
	for _, o := range q.everywhere(s) {
		if o.defines() {
			return block(written(o.clause.Tokens) + ";")
		}
	}
	return ""
}
