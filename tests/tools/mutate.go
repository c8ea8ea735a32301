// Changes a Go program at random so that it still type-checks: for tests/go_mutants.py.
//
//	mutate FILE SEED COUNT DIR
//
// writes COUNT mutants DIR/0.go, DIR/1.go, ... of FILE, each with one to five changes: of constants,
// operators, variables of the same type, conditions, the order and number of statements, and of the form in
// which the same is computed (a conversion, a call of a literal, a loop that runs once, a deferred call).
package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/constant"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand"
	"os"
	"path/filepath"
	"strconv"
)

var std = importer.ForCompiler(token.NewFileSet(), "source", nil)

// A program that has been read and checked; mutations change the tree in place.
type program struct {
	fset *token.FileSet
	file *ast.File
	info *types.Info
	pkg  *types.Package
}

func load(name string, text []byte) (*program, error) {
	p := &program{fset: token.NewFileSet()}
	var err error
	if p.file, err = parser.ParseFile(p.fset, name, text, 0); err != nil {
		return nil, err
	}
	p.info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{},
		Defs: map[*ast.Ident]types.Object{}, Scopes: map[ast.Node]*types.Scope{}}
	p.pkg, err = (&types.Config{Importer: std}).Check("main", p.fset, []*ast.File{p.file}, p.info)
	return p, err
}

func (p *program) text() []byte {
	var out bytes.Buffer
	if format.Node(&out, p.fset, p.file) != nil {
		return nil
	}
	return out.Bytes()
}

// A place where an expression stands whose value is used, and nothing else of it.
type place struct {
	at   *ast.Expr
	expr ast.Expr
	tv   types.TypeAndValue
}

func (p *program) places() []place {
	var all []place
	add := func(list ...*ast.Expr) {
		for _, at := range list {
			if *at == nil {
				continue
			}
			if tv, ok := p.info.Types[*at]; ok && tv.IsValue() {
				all = append(all, place{at, *at, tv})
			}
		}
	}
	ast.Inspect(p.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			add(&n.X, &n.Y)
		case *ast.CallExpr:
			if tv := p.info.Types[n.Fun]; tv.IsType() || !tv.IsBuiltin() {
				for i := range n.Args {
					add(&n.Args[i])
				}
			}
		case *ast.AssignStmt:
			if len(n.Lhs) == len(n.Rhs) {
				for i := range n.Rhs {
					add(&n.Rhs[i])
				}
			}
		case *ast.ReturnStmt:
			for i := range n.Results {
				add(&n.Results[i])
			}
		case *ast.IfStmt:
			add(&n.Cond)
		case *ast.ForStmt:
			if n.Cond != nil {
				add(&n.Cond)
			}
		case *ast.IndexExpr:
			if tv := p.info.Types[n.Index]; tv.IsValue() {
				add(&n.Index)
			}
		case *ast.ParenExpr:
			add(&n.X)
		case *ast.SendStmt:
			add(&n.Value)
		case *ast.SwitchStmt:
			if n.Tag != nil {
				add(&n.Tag)
			}
		case *ast.CompositeLit:
			for i, e := range n.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					add(&kv.Value)
				} else {
					add(&n.Elts[i])
				}
			}
		case *ast.UnaryExpr:
			if n.Op != token.AND && n.Op != token.ARROW {
				add(&n.X)
			}
		}
		return true
	})
	return all
}

// The type as the program can write it, or nil.
func (p *program) typeExpr(t types.Type) ast.Expr {
	ok := true
	text := types.TypeString(t, func(other *types.Package) string {
		if other == p.pkg {
			return ""
		}
		ok = false
		return other.Name()
	})
	if !ok {
		return nil
	}
	e, err := parser.ParseExpr(text)
	if err != nil {
		return nil
	}
	return e
}

var operators = [][]token.Token{
	{token.ADD, token.SUB, token.MUL, token.AND, token.OR, token.XOR, token.AND_NOT},
	{token.QUO, token.REM}, {token.SHL, token.SHR},
	{token.EQL, token.NEQ}, {token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ},
	{token.LAND, token.LOR},
}

func (p *program) otherOperator(rng *rand.Rand, b *ast.BinaryExpr) bool {
	if t, ok := p.info.Types[b.X].Type.Underlying().(*types.Basic); ok && t.Info()&(types.IsFloat|types.IsComplex) != 0 && b.Op < token.EQL {
		b.Op = []token.Token{token.ADD, token.SUB, token.MUL}[rng.Intn(3)]
		return true
	}
	for _, class := range operators {
		for _, op := range class {
			if op == b.Op {
				b.Op = class[rng.Intn(len(class))]
				return true
			}
		}
	}
	return false
}

func literal(kind token.Token, text string) ast.Expr { return &ast.BasicLit{Kind: kind, Value: text} }

func (p *program) otherConstant(rng *rand.Rand, at place) bool {
	lit, ok := at.expr.(*ast.BasicLit)
	if !ok {
		return false
	}
	switch lit.Kind {
	case token.INT:
		n, exact := constant.Int64Val(constant.MakeFromLiteral(lit.Value, lit.Kind, 0))
		if !exact {
			return false
		}
		n = []int64{n + 1, n - 1, 0, 1, n * 2, n / 2, -n, 127, 255, 1 << 31}[rng.Intn(10)]
		*at.at = &ast.ParenExpr{X: literal(token.INT, strconv.FormatInt(n, 10))}
	case token.STRING:
		s := constant.StringVal(constant.MakeFromLiteral(lit.Value, lit.Kind, 0))
		*at.at = literal(token.STRING, strconv.Quote([]string{s + "x", "", s + s, "\xff" + s, "ä" + s}[rng.Intn(5)]))
	case token.FLOAT:
		*at.at = literal(token.FLOAT, []string{"0.0", "1.5", "1e300", "1e-300", lit.Value + "1"}[rng.Intn(5)])
	case token.CHAR:
		*at.at = literal(token.CHAR, []string{"'a'", "'0'", "'\\n'", "'ä'"}[rng.Intn(4)])
	default:
		return false
	}
	return true
}

// Another variable of the same type that is in scope there.
func (p *program) otherVariable(rng *rand.Rand, at place) bool {
	var names []string
	inner := p.pkg.Scope().Innermost(at.expr.Pos())
	for scope := inner; scope != nil && scope != types.Universe; scope = scope.Parent() {
		for _, name := range scope.Names() {
			v, ok := scope.Lookup(name).(*types.Var)
			if ok && types.Identical(v.Type(), at.tv.Type) && (scope == p.pkg.Scope() || v.Pos() < at.expr.Pos()) {
				names = append(names, name)
			}
		}
	}
	if len(names) == 0 || at.tv.Value != nil {
		return false
	}
	*at.at = ast.NewIdent(names[rng.Intn(len(names))])
	return true
}

// The same value, computed in another way.
func (p *program) otherForm(rng *rand.Rand, at place) bool {
	t := p.typeExpr(at.tv.Type)
	basic, isBasic := at.tv.Type.Underlying().(*types.Basic)
	if t == nil || (isBasic && basic.Info()&types.IsUntyped != 0) {
		return false
	}
	call := func(fun ast.Expr, args ...ast.Expr) ast.Expr { return &ast.CallExpr{Fun: fun, Args: args} }
	result := &ast.FieldList{List: []*ast.Field{{Type: t}}}
	switch rng.Intn(6) {
	case 0: // func() T { return e }()
		*at.at = call(&ast.FuncLit{Type: &ast.FuncType{Params: &ast.FieldList{}, Results: result},
			Body: &ast.BlockStmt{List: []ast.Stmt{&ast.ReturnStmt{Results: []ast.Expr{at.expr}}}}})
	case 1: // T(e)
		*at.at = call(&ast.ParenExpr{X: t}, at.expr)
	case 2: // func(v T) T { return v }(e)
		*at.at = call(&ast.FuncLit{Type: &ast.FuncType{
			Params: &ast.FieldList{List: []*ast.Field{{Names: []*ast.Ident{ast.NewIdent("v_")}, Type: t}}}, Results: result},
			Body: &ast.BlockStmt{List: []ast.Stmt{&ast.ReturnStmt{Results: []ast.Expr{ast.NewIdent("v_")}}}}}, at.expr)
	case 3: // func() (v T) { defer func() { v = e }(); return }()
		v := ast.NewIdent("v_")
		set := &ast.AssignStmt{Lhs: []ast.Expr{v}, Tok: token.ASSIGN, Rhs: []ast.Expr{at.expr}}
		deferred := &ast.DeferStmt{Call: &ast.CallExpr{Fun: &ast.FuncLit{Type: &ast.FuncType{Params: &ast.FieldList{}},
			Body: &ast.BlockStmt{List: []ast.Stmt{set}}}}}
		*at.at = call(&ast.FuncLit{Type: &ast.FuncType{Params: &ast.FieldList{},
			Results: &ast.FieldList{List: []*ast.Field{{Names: []*ast.Ident{v}, Type: t}}}},
			Body: &ast.BlockStmt{List: []ast.Stmt{deferred, &ast.ReturnStmt{}}}})
	case 4: // interface{}(e).(T), []T{e}[0]
		if rng.Intn(2) == 0 {
			*at.at = &ast.IndexExpr{X: &ast.CompositeLit{Type: &ast.ArrayType{Elt: t}, Elts: []ast.Expr{at.expr}},
				Index: literal(token.INT, "0")}
		} else if !types.IsInterface(at.tv.Type) {
			*at.at = &ast.TypeAssertExpr{X: call(ast.NewIdent("interface{}"), at.expr), Type: t}
		}
	case 5: // *&[]T{e}[0], map[int]T{0: e}[0]
		kv := &ast.KeyValueExpr{Key: literal(token.INT, "0"), Value: at.expr}
		*at.at = &ast.IndexExpr{X: &ast.CompositeLit{Type: &ast.MapType{Key: ast.NewIdent("int"), Value: t}, Elts: []ast.Expr{kv}},
			Index: literal(token.INT, "0")}
	}
	return true
}

func (p *program) changeExpression(rng *rand.Rand) bool {
	all := p.places()
	if len(all) == 0 {
		return false
	}
	at := all[rng.Intn(len(all))]
	switch rng.Intn(7) {
	case 0, 1:
		return p.otherForm(rng, at)
	case 2:
		return p.otherVariable(rng, at)
	case 3:
		return p.otherConstant(rng, at)
	case 4:
		if b, ok := at.expr.(*ast.BinaryExpr); ok {
			return p.otherOperator(rng, b)
		}
	case 5:
		if t, ok := at.tv.Type.Underlying().(*types.Basic); ok && t.Info()&types.IsBoolean != 0 {
			*at.at = &ast.UnaryExpr{Op: token.NOT, X: &ast.ParenExpr{X: at.expr}}
			return true
		}
	case 6:
		if b, ok := at.expr.(*ast.BinaryExpr); ok {
			b.X, b.Y = b.Y, b.X
			return true
		}
	}
	return false
}

// Whether the statement can stand in a block of its own: it declares nothing and goes nowhere.
func closed(s ast.Stmt) bool {
	ok := true
	switch s := s.(type) {
	case *ast.DeclStmt, *ast.LabeledStmt:
		return false
	case *ast.AssignStmt:
		ok = s.Tok != token.DEFINE
	}
	ast.Inspect(s, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ReturnStmt, *ast.BranchStmt, *ast.LabeledStmt:
			ok = false
		case *ast.FuncLit:
			return false
		}
		return ok
	})
	return ok
}

func (p *program) changeStatement(rng *rand.Rand) bool {
	var lists []*[]ast.Stmt
	ast.Inspect(p.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			if len(n.List) > 0 {
				lists = append(lists, &n.List)
			}
		case *ast.CaseClause:
			if len(n.Body) > 0 {
				lists = append(lists, &n.Body)
			}
		}
		return true
	})
	if len(lists) == 0 {
		return false
	}
	list := lists[rng.Intn(len(lists))]
	i := rng.Intn(len(*list))
	s := (*list)[i]
	block := func() *ast.BlockStmt { return &ast.BlockStmt{List: []ast.Stmt{s}} }
	switch rng.Intn(7) {
	case 0:
		*list = append((*list)[:i:i], (*list)[i+1:]...)
	case 1:
		*list = append((*list)[:i+1:i+1], (*list)[i:]...)
	case 2:
		k := rng.Intn(len(*list))
		(*list)[i], (*list)[k] = (*list)[k], (*list)[i]
	case 3:
		if !closed(s) {
			return false
		}
		(*list)[i] = &ast.ExprStmt{X: &ast.CallExpr{Fun: &ast.FuncLit{Type: &ast.FuncType{Params: &ast.FieldList{}}, Body: block()}}}
	case 4:
		if !closed(s) {
			return false
		}
		(*list)[i] = &ast.RangeStmt{Key: ast.NewIdent("i_"), Tok: token.DEFINE, X: literal(token.STRING, `"x"`), Body: block()}
		(*list)[i].(*ast.RangeStmt).Body.List = append([]ast.Stmt{&ast.AssignStmt{Lhs: []ast.Expr{ast.NewIdent("_")}, Tok: token.ASSIGN,
			Rhs: []ast.Expr{ast.NewIdent("i_")}}}, s)
	case 5:
		if e, ok := s.(*ast.ExprStmt); ok {
			if call, ok := e.X.(*ast.CallExpr); ok && !p.info.Types[call.Fun].IsBuiltin() {
				(*list)[i] = &ast.DeferStmt{Call: call}
				return true
			}
		}
		return false
	case 6:
		if !closed(s) {
			return false
		}
		(*list)[i] = &ast.IfStmt{Cond: ast.NewIdent("true"), Body: block()}
	}
	return true
}

// A mutant of the text, or nil: none of many attempts type-checks.
func mutant(rng *rand.Rand, name string, text []byte) []byte {
	changes := 1 + rng.Intn(5)
	done := false
	for tries := 0; tries < 60 && changes > 0; tries++ {
		p, err := load(name, text)
		if err != nil {
			return nil
		}
		changed := false
		if rng.Intn(3) == 0 {
			changed = p.changeStatement(rng)
		} else {
			changed = p.changeExpression(rng)
		}
		if !changed {
			continue
		}
		next := p.text()
		if next == nil || bytes.Equal(next, text) {
			continue
		}
		if _, err := load(name, next); err == nil {
			text, done = next, true
			changes--
		}
	}
	if !done {
		return nil
	}
	return text
}

func main() {
	seed, _ := strconv.ParseInt(os.Args[2], 10, 64)
	count, _ := strconv.Atoi(os.Args[3])
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for i := 0; i < count; i++ {
		rng := rand.New(rand.NewSource(seed<<20 + int64(i)))
		if m := mutant(rng, filepath.Base(os.Args[1]), text); m != nil {
			os.WriteFile(filepath.Join(os.Args[4], fmt.Sprint(i, ".go")), m, 0o644)
		}
	}
}
