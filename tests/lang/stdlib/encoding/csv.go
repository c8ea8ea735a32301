// Records of comma-separated values, well-formed and not.
package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

func read(text string, set func(*csv.Reader)) {
	r := csv.NewReader(strings.NewReader(text))
	if set != nil {
		set(r)
	}
	for {
		record, err := r.Read()
		if err == io.EOF {
			return
		}
		fmt.Printf("%q %v at %d:", record, err, r.InputOffset())
		for i := range record {
			line, column := r.FieldPos(i)
			fmt.Printf(" %d:%d", line, column)
		}
		fmt.Println()
		var parse *csv.ParseError
		if errors.As(err, &parse) {
			fmt.Println(parse.StartLine, parse.Line, parse.Column, errors.Is(err, csv.ErrQuote))
			if parse.Err != csv.ErrFieldCount {
				return
			}
		} else if err != nil {
			return
		}
	}
}

func main() {
	read("name,age\r\n\"Smith, John\",42\n\n\"say \"\"hi\"\"\",\"two\nlines\"\nlast,", nil)
	read("a,b\nc\nd,e,f\n", nil)
	read("a,b\nc\n", func(r *csv.Reader) { r.FieldsPerRecord = -1 })
	read("# no;ne\nä; \"x\" ;  y\n", func(r *csv.Reader) {
		r.Comma, r.Comment, r.LazyQuotes, r.TrimLeadingSpace = ';', '#', true, true
	})
	read("a,b \"c\"\n", nil)
	read("a,\"b\"c\n", nil)
	read("a,\"b\nc", nil)
	read("a,\"b\nc\n\n", nil)
	read("a,\"b\nc\"x", func(r *csv.Reader) { r.LazyQuotes = true })
	read("a", func(r *csv.Reader) { r.Comma = '\n' })
	read("€a\n1€\"x€\"\"\"\n", func(r *csv.Reader) { r.Comma, r.ReuseRecord = '€', true })
	all, err := csv.NewReader(strings.NewReader(strings.Repeat("x", 5000) + ",y\nz,\"\"\n")).ReadAll()
	fmt.Println(len(all), len(all[0][0]), all[1], err)

	w := csv.NewWriter(os.Stdout)
	w.Write([]string{"plain", "with, comma", "with \"quotes\"", " space", "", "a\nb", `\.`, "c\rd", "é"})
	w.Comma, w.UseCRLF = ';', true
	fmt.Println(w.WriteAll([][]string{{"a;b", "c\nd", "e,f"}, {""}, {"\r"}}), w.Error())
	w.Comma = '"'
	fmt.Println(w.Write([]string{"x"}))
}

// expect: ["name" "age"] <nil> at 10: 1:1 1:6
// expect: ["Smith, John" "42"] <nil> at 27: 2:1 2:15
// expect: ["say \"hi\"" "two\nlines"] <nil> at 53: 4:1 4:14
// expect: ["last" ""] <nil> at 58: 6:1 6:6
// expect: ["a" "b"] <nil> at 4: 1:1 1:3
// expect: ["c"] record on line 2: wrong number of fields at 6: 2:1
// expect: 2 2 1 false
// expect: ["d" "e" "f"] record on line 3: wrong number of fields at 12: 3:1 3:3 3:5
// expect: 3 3 1 false
// expect: ["a" "b"] <nil> at 4: 1:1 1:3
// expect: ["c"] <nil> at 6: 2:1
// expect: ["ä" "x\" ;  y\n"] <nil> at 21: 2:1 2:5
// expect: ["a"] parse error on line 1, column 5: bare " in non-quoted-field at 8: 1:1
// expect: 1 1 5 false
// expect: ["a"] parse error on line 1, column 5: extraneous or missing " in quoted-field at 7: 1:1
// expect: 1 1 5 true
// expect: ["a"] record on line 1; parse error on line 2, column 2: extraneous or missing " in quoted-field at 6: 1:1
// expect: 1 2 2 true
// expect: ["a"] record on line 1; parse error on line 3, column 2: extraneous or missing " in quoted-field at 8: 1:1
// expect: 1 3 2 true
// expect: ["a" "b\nc\"x"] <nil> at 8: 1:1 1:3
// expect: [] csv: invalid field or comment delimiter at 0:
// expect: ["" "a"] <nil> at 5: 1:1 1:4
// expect: ["1" "x€\""] <nil> at 18: 2:1 2:5
// expect: 2 5000 [z ] <nil>
// expect: plain,"with, comma","with ""quotes"""," space",,"a
// expect: b","\.","cd",é
// expect: "a;b";"c
// expect: d";e,f
// expect: 
// expect: ""
// expect: <nil> <nil>
// expect: csv: invalid field or comment delimiter
