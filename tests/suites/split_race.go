// Makes one program of each test of Go's race detector suite:
//
//	go run split_race.go TESTDATA LIST OUTDIR
//
// LIST has lines file_test.go:TestName. The program holds the test function, everything it refers
// to, and a main that calls it and then waits for what it started.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"log"
	"os"
	"path/filepath"
	"strings"
)

// What replaces *testing.T.
const harness = `
type suiteT struct{}

func (*suiteT) Fatal(args ...interface{})            { panic("Fatal") }
func (*suiteT) Fatalf(f string, args ...interface{}) { panic("Fatal: " + f) }
func (*suiteT) Error(args ...interface{})            { panic("Error") }
func (*suiteT) Errorf(f string, args ...interface{}) { panic("Error: " + f) }
func (*suiteT) Log(args ...interface{})              {}
func (*suiteT) Logf(f string, args ...interface{})   {}
func (*suiteT) Skip(args ...interface{})             {}

func main() {
	%s(&suiteT{})
	time.Sleep(time.Second)
}
`

// A suite's top-level declarations: by name, and methods and assigned variables by type or name.
type suite struct {
	fset    *token.FileSet
	decls   map[string]ast.Node
	methods map[string][]ast.Node
	imports map[string]string    // name -> path, of all files
	top     map[interface{}]bool // what the parser calls the declarations of the names above
}

func load(dir string) *suite {
	s := &suite{token.NewFileSet(), map[string]ast.Node{}, map[string][]ast.Node{}, map[string]string{},
		map[interface{}]bool{}}
	names, _ := filepath.Glob(filepath.Join(dir, "*_test.go"))
	for _, name := range names {
		file, err := parser.ParseFile(s.fset, name, nil, 0)
		if err != nil {
			log.Fatal(err)
		}
		for _, spec := range file.Imports {
			path := strings.Trim(spec.Path.Value, `"`)
			s.imports[filepath.Base(path)] = path
		}
		for _, decl := range file.Decls {
			s.add(decl)
		}
	}
	return s
}

func (s *suite) add(decl ast.Decl) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			s.decls[d.Name.Name] = d
			s.top[d] = true
			return
		}
		recv := d.Recv.List[0].Type
		if star, ok := recv.(*ast.StarExpr); ok {
			recv = star.X
		}
		name := recv.(*ast.Ident).Name
		s.methods[name] = append(s.methods[name], d)
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			s.top[spec] = true
			one := &ast.GenDecl{Tok: d.Tok, Specs: []ast.Spec{spec}}
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				s.decls[spec.Name.Name] = one
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					if d.Tok == token.CONST {
						s.decls[name.Name] = d // iota needs its neighbours
					} else {
						s.decls[name.Name] = one
					}
				}
			}
		}
	}
}

// collect adds a declaration and all that it refers to.
func (s *suite) collect(node ast.Node, seen map[ast.Node]bool, out *[]ast.Node, imports map[string]bool) {
	if seen[node] {
		return
	}
	seen[node] = true
	*out = append(*out, node)
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr: // what follows the dot is no name of the package
			if id, ok := n.X.(*ast.Ident); ok && id.Obj == nil && s.imports[id.Name] != "" {
				imports[id.Name] = true
				return false
			}
			s.collectExpr(n.X, seen, out, imports)
			return false
		case *ast.Ident:
			if n.Obj != nil && !s.top[n.Obj.Decl] {
				return true // a local name
			}
			if decl := s.decls[n.Name]; decl != nil && n.Name != "_" {
				s.collect(decl, seen, out, imports)
			}
			for _, method := range s.methods[n.Name] {
				s.collect(method, seen, out, imports)
			}
		}
		return true
	})
}

// collectExpr adds what an expression refers to.
func (s *suite) collectExpr(x ast.Expr, seen map[ast.Node]bool, out *[]ast.Node, imports map[string]bool) {
	var parts []ast.Node
	s.collect(x, seen, &parts, imports)
	for _, part := range parts {
		if part != x {
			*out = append(*out, part)
		}
	}
}

func (s *suite) program(test string) []byte {
	var body bytes.Buffer
	var nodes []ast.Node
	imports := map[string]bool{}
	s.collect(s.decls[test], map[ast.Node]bool{}, &nodes, imports)
	for _, node := range nodes {
		format.Node(&body, s.fset, node)
		body.WriteString("\n\n")
	}
	text := strings.ReplaceAll(body.String(), "*testing.T", "*suiteT") + fmt.Sprintf(harness, test)
	var program bytes.Buffer
	program.WriteString("package main\n\nimport (\n")
	for name, path := range s.imports {
		if name == "time" || imports[name] && strings.Contains(text, name+".") {
			fmt.Fprintf(&program, "\t%q\n", path)
		}
	}
	program.WriteString(")\n\n" + text)
	formatted, err := format.Source(program.Bytes())
	if err != nil {
		log.Fatalf("%s: %v", test, err)
	}
	return formatted
}

func main() {
	s := load(os.Args[1])
	s.imports["time"] = "time"
	list, err := os.Open(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	for lines := bufio.NewScanner(list); lines.Scan(); {
		parts := strings.Split(lines.Text(), ":")
		if len(parts) != 2 {
			continue
		}
		test := strings.TrimSpace(parts[1])
		if err := os.WriteFile(filepath.Join(os.Args[3], test+".go"), s.program(test), 0o644); err != nil {
			log.Fatal(err)
		}
	}
}
