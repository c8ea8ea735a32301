// Tokens, positions, and nodes of syntax trees.
package main

import (
	"fmt"
	"go/ast"
	"go/token"
)

func main() {
	for t := token.ILLEGAL; t < token.VAR+3; t++ {
		fmt.Print(t, t.IsLiteral(), t.IsOperator(), t.IsKeyword(), t.Precedence(), " ")
	}
	fmt.Println(token.Lookup("func"), token.Lookup("x"), token.IsKeyword("go"), token.IsExported("Ab"), token.IsExported("ab"))
	text := "package p\n\nvar x = 1\n"
	set := token.NewFileSet()
	set.AddFile("other", -1, 100)
	f := set.AddFile("a.go", set.Base(), len(text))
	f.SetLinesForContent([]byte(text))
	for i := 0; i <= len(text); i += 4 {
		fmt.Print(set.Position(f.Pos(i)), " ")
	}
	fmt.Println(f.LineCount(), set.Position(token.NoPos), f.Line(f.Pos(12)))
	x := &ast.BinaryExpr{X: &ast.Ident{NamePos: 10, Name: "abc"}, OpPos: 14, Op: token.ADD, Y: &ast.CallExpr{Fun: &ast.Ident{NamePos: 16, Name: "f"}, Lparen: 17, Rparen: 20}}
	fmt.Println(x.Pos(), x.End(), x.Op, x.X)
	var s ast.Stmt = &ast.ReturnStmt{Return: 3, Results: []ast.Expr{x}}
	fmt.Println(s.Pos(), s.End(), (&ast.ReturnStmt{Return: 3}).End(), (&ast.BlockStmt{Lbrace: 1, List: []ast.Stmt{s}}).End())
	d := &ast.FuncDecl{Name: ast.NewIdent("F"), Type: &ast.FuncType{Func: 5, Params: &ast.FieldList{Opening: 10, Closing: 12}}}
	fmt.Println(d.Pos(), d.End(), d.Name.IsExported(), d.Type.Params.NumFields())
	g := &ast.CommentGroup{List: []*ast.Comment{{Slash: 1, Text: "// one"}, {Slash: 9, Text: "/* two\n  three */"}}}
	fmt.Printf("%q %d %d\n", g.Text(), g.Pos(), g.End())
}

// expect: ILLEGAL false false false 0 EOF false false false 0 COMMENT false false false 0 token(3) false false false 0 IDENT true false false 0 INT true false false 0 FLOAT true false false 0 IMAG true false false 0 CHAR true false false 0 STRING true false false 0 token(10) false false false 0 token(11) false false false 0 + false true false 4 - false true false 4 * false true false 5 / false true false 5 % false true false 5 & false true false 5 | false true false 4 ^ false true false 4 << false true false 5 >> false true false 5 &^ false true false 5 += false true false 0 -= false true false 0 *= false true false 0 /= false true false 0 %= false true false 0 &= false true false 0 |= false true false 0 ^= false true false 0 <<= false true false 0 >>= false true false 0 &^= false true false 0 && false true false 2 || false true false 1 <- false true false 0 ++ false true false 0 -- false true false 0 == false true false 3 < false true false 3 > false true false 3 = false true false 0 ! false true false 0 != false true false 3 <= false true false 3 >= false true false 3 := false true false 0 ... false true false 0 ( false true false 0 [ false true false 0 { false true false 0 , false true false 0 . false true false 0 ) false true false 0 ] false true false 0 } false true false 0 ; false true false 0 : false true false 0 token(59) false false false 0 token(60) false false false 0 break false false true 0 case false false true 0 chan false false true 0 const false false true 0 continue false false true 0 default false false true 0 defer false false true 0 else false false true 0 fallthrough false false true 0 for false false true 0 func false false true 0 go false false true 0 goto false false true 0 if false false true 0 import false false true 0 interface false false true 0 map false false true 0 package false false true 0 range false false true 0 return false false true 0 select false false true 0 struct false false true 0 switch false false true 0 type false false true 0 var false false true 0 token(86) false false false 0 token(87) false false false 0 func IDENT true true false
// expect: a.go:1:1 a.go:1:5 a.go:1:9 a.go:3:2 a.go:3:6 a.go:3:10 3 - 3
// expect: 10 21 + abc
// expect: 3 21 9 21
// expect: 5 13 true 0
// expect: "one\n two\n  three\n" 1 26
