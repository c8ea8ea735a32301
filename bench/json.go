// A parser by recursive descent for a subset of JSON, and a walk over what it built.
package main

import "strings"

type parser struct {
	text string
	at   int
}

func (p *parser) space() {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\n') {
		p.at++
	}
}

// accept skips white space, and c if it comes next.
func (p *parser) accept(c byte) bool {
	p.space()
	if p.at < len(p.text) && p.text[p.at] == c {
		p.at++
		return true
	}
	return false
}

func (p *parser) expect(c byte) {
	if !p.accept(c) {
		panic("expected " + string(rune(c)))
	}
}

func (p *parser) value() any {
	p.space()
	switch c := p.text[p.at]; {
	case c == '{':
		return p.object()
	case c == '[':
		return p.array()
	case c == '"':
		return p.str()
	case c == 't':
		p.at += 4
		return true
	case c == 'f':
		p.at += 5
		return false
	case c == 'n':
		p.at += 4
		return nil
	}
	return p.number()
}

func (p *parser) object() any {
	p.expect('{')
	object := map[string]any{}
	for !p.accept('}') {
		p.space()
		key := p.str()
		p.expect(':')
		object[key] = p.value()
		p.accept(',')
	}
	return object
}

func (p *parser) array() any {
	p.expect('[')
	var array []any
	for !p.accept(']') {
		array = append(array, p.value())
		p.accept(',')
	}
	return array
}

func (p *parser) str() string {
	p.expect('"')
	start := p.at
	for p.text[p.at] != '"' {
		p.at++
	}
	p.at++
	return p.text[start : p.at-1]
}

func (p *parser) number() any {
	negative := p.accept('-')
	n := 0
	for p.at < len(p.text) && p.text[p.at] >= '0' && p.text[p.at] <= '9' {
		n = n*10 + int(p.text[p.at]-'0')
		p.at++
	}
	if negative {
		n = -n
	}
	return n
}

func weigh(value any) int {
	total := 1
	switch v := value.(type) {
	case map[string]any:
		for key, member := range v {
			total += len(key) + weigh(member)
		}
	case []any:
		for _, element := range v {
			total += weigh(element)
		}
	case string:
		total = len(v)
	case int:
		total = v
	case bool:
		if v {
			total = 2
		}
	}
	return total
}

const item = `{"id": 1234, "name": "a thing of some sort", "tags": ["red", "green", "blue"],
  "size": {"width": 17, "height": -4, "depth": 250}, "sold": true, "owner": null, "old": false}`

func main() {
	text := "[" + strings.Repeat(item+",\n", 199) + item + "]"
	total := 0
	for round := 0; round < 80; round++ {
		p := parser{text: text}
		total += weigh(p.value())
	}
	println(len(text), total)
}
