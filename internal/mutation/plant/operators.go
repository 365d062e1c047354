package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"
)

// planter finds the mutants of a file: for each, the change as one would write it, and the
// edits that put both versions into one source, of which [selector] picks one at run time.
type planter struct {
	file *source
	info *types.Info
	pkg  *types.Package
	in   string // the current function
	list []*mutant
}

// mutants lists all mutants of a file, in the order of the source.
func mutants(f *source, info *types.Info, pkg *types.Package) []*mutant {
	p := &planter{file: f, info: info, pkg: pkg}
	for _, d := range f.tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			p.in = functionName(d)
			if d.Body != nil {
				p.walk(d.Body)
			}
		case *ast.GenDecl:
			p.in = "declarations"
			if d.Tok == token.VAR {
				p.walk(d)
			}
		}
	}
	return p.list
}

func functionName(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return d.Name.Name
	}
	t := d.Recv.List[0].Type
	if s, is := t.(*ast.StarExpr); is {
		t = s.X
	}
	if x, is := t.(*ast.IndexExpr); is {
		t = x.X
	}
	return fmt.Sprintf("%s.%s", t.(*ast.Ident).Name, d.Name.Name)
}

// add notes a mutant that replaces [from, to) by text, and the edits for it.
func (p *planter) add(from, to token.Pos, text string, edits func(id string) []edit) {
	p.list = append(p.list, newMutant(p.file, p.in, from, to, text, edits))
}

func (p *planter) walk(root ast.Node) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			p.binary(n)
		case *ast.UnaryExpr:
			if n.Op == token.NOT {
				p.flip(n, n.OpPos, n.OpPos+1, "")
			}
		case *ast.BasicLit:
			p.number(n)
		case *ast.Ident:
			p.boolean(n)
		case *ast.CallExpr:
			p.extreme(n)
		case *ast.SliceExpr:
			p.bounds(n)
		case *ast.IfStmt:
			p.condition(n.Cond)
			p.exits(n)
		case *ast.ForStmt:
			if n.Cond != nil {
				p.condition(n.Cond)
			}
		case *ast.BlockStmt:
			p.statements(n.List)
		case *ast.CaseClause:
			p.statements(n.Body)
		case *ast.GenDecl:
			return n.Tok != token.CONST && n.Tok != token.TYPE
		case *ast.ArrayType:
			return false
		}
		return true
	})
}

// constant reports whether the compiler knows the value of an expression.
func (p *planter) constant(e ast.Expr) bool { return p.info.Types[e].Value != nil }

// basic returns the kind of type that an expression has.
func (p *planter) basic(e ast.Expr) types.BasicInfo {
	t := p.info.TypeOf(e)
	if t == nil {
		return 0
	}
	b, is := t.Underlying().(*types.Basic)
	if !is {
		return 0
	}
	return b.Info()
}

var (
	boundary  = map[token.Token]string{token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">"}
	opposite  = map[token.Token]string{token.EQL: "!=", token.NEQ: "==", token.LSS: ">=", token.LEQ: ">", token.GTR: "<=", token.GEQ: "<"}
	helper    = map[token.Token]string{token.LSS: "mutantLess", token.LEQ: "mutantLessEqual", token.GTR: "mutantGreater", token.GEQ: "mutantGreaterEqual", token.ADD: "mutantAdd", token.SUB: "mutantSub"}
	other     = map[token.Token]string{token.ADD: "-", token.SUB: "+", token.LAND: "||", token.LOR: "&&", token.INC: "--", token.DEC: "++", token.ADD_ASSIGN: "-=", token.SUB_ASSIGN: "+="}
	neighbour = map[string]string{"0": "1", "1": "0"}
)

func (p *planter) binary(n *ast.BinaryExpr) {
	if p.constant(n) {
		return
	}
	length := token.Pos(len(n.Op.String()))
	call := func(id string) []edit {
		return []edit{p.file.call(n, helper[n.Op]+"("+id+", ", ")"), p.file.replace(n.OpPos, n.OpPos+length, ", ")}
	}
	switch n.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		p.add(n.OpPos, n.OpPos+length, boundary[n.Op], call)
		p.flip(n, n.OpPos, n.OpPos+length, opposite[n.Op])
	case token.EQL, token.NEQ:
		p.flip(n, n.OpPos, n.OpPos+length, opposite[n.Op])
	case token.ADD, token.SUB:
		if p.basic(n)&types.IsNumeric != 0 {
			p.add(n.OpPos, n.OpPos+length, other[n.Op], call)
		}
	case token.LAND, token.LOR:
		p.add(n.OpPos, n.OpPos+length, other[n.Op], func(id string) []edit { // de Morgan
			is := ") != mutantIs(" + id + "))"
			return []edit{p.file.call(n, "((((", is+") != mutantIs("+id+"))"), p.file.replace(n.OpPos, n.OpPos+length, is+n.Op.String()+"((")}
		})
		p.drop(n, n.X, n.X.Pos(), n.Y.Pos())
		p.drop(n, n.Y, n.X.End(), n.Y.End())
	}
}

// flip notes a mutant of a boolean expression that has the opposite value.
func (p *planter) flip(n ast.Expr, from, to token.Pos, text string) {
	p.add(from, to, text, func(id string) []edit { return []edit{p.file.wrap(n, "((", ") != mutantIs("+id+"))")} })
}

// drop notes a mutant in which an operand of && or || is left out.
func (p *planter) drop(n *ast.BinaryExpr, operand ast.Expr, from, to token.Pos) {
	p.add(from, to, "", func(id string) []edit {
		if n.Op == token.LAND {
			return []edit{p.file.wrap(operand, "((", ") || mutantIs("+id+"))")}
		}
		return []edit{p.file.wrap(operand, "((", ") && !mutantIs("+id+"))")}
	})
}

// condition negates a condition, where no operator in it is negated instead.
func (p *planter) condition(c ast.Expr) {
	switch c := ast.Unparen(c).(type) {
	case *ast.BinaryExpr:
		if opposite[c.Op] != "" {
			return
		}
	case *ast.UnaryExpr:
		return
	}
	p.flip(c, c.Pos(), c.End(), "!("+p.file.text(c.Pos(), c.End())+")")
}

// number changes 0 to 1, 1 to 0 and to 2, and any other n to n+1.
func (p *planter) number(n *ast.BasicLit) {
	t := p.typeName(n)
	if n.Kind != token.INT || p.folded(n) || t == "" {
		return
	}
	write := func(text string) {
		p.add(n.Pos(), n.End(), text, func(id string) []edit {
			return []edit{p.file.wrap(n, "mutantNumber["+t+"]("+id+", ", ", "+text+")")}
		})
	}
	if text := neighbour[n.Value]; text != "" {
		write(text)
	}
	if n.Value != "0" {
		write(constant.BinaryOp(constant.MakeFromLiteral(n.Value, n.Kind, 0), token.ADD, constant.MakeInt64(1)).String())
	}
}

// folded reports whether a literal is part of a larger constant, or must be one.
func (p *planter) folded(n ast.Expr) bool {
	parent := p.file.parent[n]
	switch parent := parent.(type) {
	case *ast.KeyValueExpr:
		return parent.Key == n
	case *ast.CallExpr:
		return p.constant(parent) || p.info.Types[parent.Fun].IsType() // a conversion
	case ast.Expr:
		return p.constant(parent)
	case *ast.ValueSpec:
		return p.file.isConst[parent]
	}
	return false
}

// typeName writes the type of an expression, or nothing where the file cannot.
func (p *planter) typeName(e ast.Expr) string {
	t := p.info.TypeOf(e)
	if t == nil {
		return ""
	}
	known := true
	text := types.TypeString(t, func(q *types.Package) string {
		if q == p.pkg {
			return ""
		}
		known = known && p.file.imports(q)
		return q.Name()
	})
	if !known || strings.HasPrefix(text, "untyped") {
		return ""
	}
	return text
}

func (p *planter) boolean(n *ast.Ident) {
	value := n.Name
	if c, is := p.info.Uses[n].(*types.Const); !is || c.Pkg() != nil || value != "true" && value != "false" || p.folded(n) {
		return
	}
	p.flip(n, n.Pos(), n.End(), map[string]string{"true": "false", "false": "true"}[value])
}

// extreme exchanges min and max.
func (p *planter) extreme(n *ast.CallExpr) {
	f, is := n.Fun.(*ast.Ident)
	if !is || p.constant(n) {
		return
	}
	if _, builtin := p.info.Uses[f].(*types.Builtin); !builtin || f.Name != "min" && f.Name != "max" {
		return
	}
	to := map[string]string{"min": "max", "max": "min"}[f.Name]
	p.add(f.Pos(), f.End(), to, func(id string) []edit {
		name := map[string]string{"min": "mutantMin", "max": "mutantMax"}[f.Name]
		return []edit{p.file.replace(f.Pos(), n.Lparen+1, name+"("+id+", ")}
	})
}

// bounds begins a slice later, or ends it earlier.
func (p *planter) bounds(n *ast.SliceExpr) {
	if n.Low == nil {
		if n.High != nil || n.Slice3 {
			p.add(n.Lbrack+1, n.Lbrack+1, "1", func(id string) []edit {
				return []edit{p.file.insert(n.Lbrack+1, "mutantNumber("+id+", 0, 1)")}
			})
		}
	} else if !p.constant(n.Low) {
		p.shift(n.Low, "+")
	}
	if n.High != nil && !p.constant(n.High) {
		p.shift(n.High, "-")
	}
}

func (p *planter) shift(e ast.Expr, sign string) {
	p.add(e.Pos(), e.End(), p.file.text(e.Pos(), e.End())+sign+"1", func(id string) []edit {
		return []edit{p.file.wrap(e, "mutantShift("+id+", ", ", "+sign+"1)")}
	})
}

// exits removes the return, break or continue at the end of the body of an if without
// else.
func (p *planter) exits(n *ast.IfStmt) {
	if len(n.Body.List) == 0 || n.Else != nil {
		return
	}
	if up, is := p.file.parent[n].(*ast.IfStmt); is && up.Else == n {
		return
	}
	switch last := n.Body.List[len(n.Body.List)-1].(type) {
	case *ast.ReturnStmt:
		p.remove(last)
	case *ast.BranchStmt:
		if last.Tok == token.BREAK || last.Tok == token.CONTINUE {
			p.remove(last)
		}
	}
}

func (p *planter) remove(n ast.Stmt) {
	p.add(n.Pos(), n.End(), "", func(id string) []edit {
		return []edit{p.file.wrap(n, "if !mutantIs("+id+") { ", " }")}
	})
}

// statements removes calls and assignments, and exchanges ++ and --, += and -=.
func (p *planter) statements(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt:
			if call, is := s.X.(*ast.CallExpr); is && !p.ends(call) {
				p.remove(s)
			}
		case *ast.IncDecStmt:
			p.remove(s)
			p.exchange(s, s.X, s.TokPos, s.Tok)
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				continue
			}
			p.remove(s)
			if other[s.Tok] != "" && p.basic(s.Lhs[0])&types.IsNumeric != 0 {
				p.exchange(s, s.Lhs[0], s.TokPos, s.Tok)
			}
		}
	}
}

// ends reports whether a call never returns.
func (p *planter) ends(call *ast.CallExpr) bool {
	f, is := call.Fun.(*ast.Ident)
	return is && f.Name == "panic"
}

func (p *planter) exchange(s ast.Stmt, left ast.Expr, at token.Pos, op token.Token) {
	length := token.Pos(len(op.String()))
	mutated := p.file.text(left.Pos(), at) + other[op] + p.file.text(at+length, s.End())
	p.add(at, at+length, other[op], func(id string) []edit {
		return []edit{p.file.wrap(s, "if mutantIs("+id+") { "+strings.ReplaceAll(mutated, "\n", " ")+" } else { ", " }")}
	})
}
