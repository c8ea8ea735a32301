// Tokens of text: kinds, positions, modes, mistakes.
package main

import (
	"fmt"
	"strings"
	"text/scanner"
	"unicode"
)

func scan(text string, set func(s *scanner.Scanner)) {
	var s scanner.Scanner
	s.Init(strings.NewReader(text))
	s.Filename = "f"
	s.Error = func(s *scanner.Scanner, msg string) { fmt.Println("  error", s.Pos(), msg) }
	if set != nil {
		set(&s)
	}
	for tok := s.Scan(); tok != scanner.EOF; tok = s.Scan() {
		fmt.Printf("%s %s %q;", s.Position, scanner.TokenString(tok), s.TokenText())
	}
	fmt.Println(s.Pos(), s.ErrorCount)
}

func main() {
	scan("x := 3 // three\nif a > 10 { y = \"é\\n\" + `raw\n` + 'c' }\n/* c */ _z9", nil)
	scan("0x1F 0b101 017 1.5e3 .5 0x1p-2 1_000 08 0b2 1e 0x 5.", nil)
	scan("\"open\n'ab' '\\q' /* open", nil)
	scan("a-b %x", func(s *scanner.Scanner) {
		s.IsIdentRune = func(ch rune, i int) bool { return ch == '%' && i == 0 || ch == '-' && i > 0 || unicode.IsLetter(ch) }
	})
	scan("1.5 // c\n\"s\"", func(s *scanner.Scanner) { s.Mode = scanner.ScanInts | scanner.ScanComments })
	scan("a\tb\n", func(s *scanner.Scanner) { s.Whitespace = 1 << ' ' })
	var s scanner.Scanner
	s.Init(strings.NewReader("hé"))
	fmt.Println(s.Peek(), s.Next(), s.Pos(), s.Next(), s.Next() == scanner.EOF, s.Pos())
}

// expect: f:1:1 Ident "x";f:1:3 ":" ":";f:1:4 "=" "=";f:1:6 Int "3";f:2:1 Ident "if";f:2:4 Ident "a";f:2:6 ">" ">";f:2:8 Int "10";f:2:11 "{" "{";f:2:13 Ident "y";f:2:15 "=" "=";f:2:17 String "\"é\\n\"";f:2:23 "+" "+";f:2:25 RawString "`raw\n`";f:3:3 "+" "+";f:3:5 Char "'c'";f:3:9 "}" "}";f:4:9 Ident "_z9";f:4:12 0
// expect: f:1:1 Int "0x1F";f:1:6 Int "0b101";f:1:12 Int "017";f:1:16 Float "1.5e3";f:1:22 Float ".5";f:1:25 Float "0x1p-2";f:1:32 Int "1_000";  error f:1:40 invalid digit '8' in octal literal
// expect: f:1:38 Int "08";  error f:1:44 invalid digit '2' in binary literal
// expect: f:1:41 Int "0b2";  error f:1:47 exponent has no digits
// expect: f:1:45 Float "1e";  error f:1:50 hexadecimal literal has no digits
// expect: f:1:48 Int "0x";f:1:51 Float "5.";f:1:53 4
// expect:   error f:1:6 literal not terminated
// expect: f:1:1 String "\"open\n";  error f:2:4 invalid char literal
// expect: f:2:1 Char "'ab'";  error f:2:8 invalid char escape
// expect:   error f:2:9 invalid char literal
// expect: f:2:6 Char "'\\q'";  error f:2:18 comment not terminated
// expect: f:2:18 5
// expect: f:1:1 Ident "a-b";f:1:5 Ident "%x";f:1:7 0
// expect: f:1:1 Int "1";f:1:2 "." ".";f:1:3 Int "5";f:1:5 Comment "// c";f:2:1 "\"" "\"";f:2:2 "s" "s";f:2:3 "\"" "\"";f:2:4 0
// expect: f:1:1 Ident "a";f:1:2 "\t" "\t";f:1:3 Ident "b";f:1:4 "\n" "\n";f:2:1 0
// expect: 104 104 <input>:1:2 233 true <input>:1:3
