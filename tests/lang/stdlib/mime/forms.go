// Forms with files, whose headers are read by a function of net/textproto that go:linkname names.
package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"database/sql"
	"encoding/gob"
	"expvar"
	"fmt"
	"html/template"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"index/suffixarray"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/netip"
	"os"
)

func form() {
	var text bytes.Buffer
	w := multipart.NewWriter(&text)
	w.SetBoundary("limit")
	w.WriteField("name", "Ann")
	file, _ := w.CreateFormFile("photo", "a.png")
	file.Write([]byte("bytes"))
	w.Close()
	r := multipart.NewReader(&text, "limit")
	f, err := r.ReadForm(1 << 20)
	fmt.Println(f.Value, f.File["photo"][0].Filename, f.File["photo"][0].Size, f.File["photo"][0].Header, err)
	p, _ := io.ReadAll(quotedprintable.NewReader(bytes.NewReader([]byte("caf=C3=A9=\n!"))))
	fmt.Println(string(p))
	fmt.Println(mime.ParseMediaType(`text/html; charset="utf-8"`))
	fmt.Println(mail.ParseAddress("Ann <ann@example.org>"))
}

type shape struct {
	Name  string
	Sides map[string]float64
	Next  *shape
}

func archives() {
	var text bytes.Buffer
	z := zip.NewWriter(&text)
	e, _ := z.Create("a/b.txt")
	e.Write(bytes.Repeat([]byte("ab"), 1000))
	z.Close()
	zr, err := zip.NewReader(bytes.NewReader(text.Bytes()), int64(text.Len()))
	in, _ := zr.File[0].Open()
	all, _ := io.ReadAll(in)
	fmt.Println(zr.File[0].Name, len(all), err)
	text.Reset()
	t := tar.NewWriter(&text)
	t.WriteHeader(&tar.Header{Name: "c.txt", Size: 2, Mode: 0600})
	t.Write([]byte("hi"))
	t.Close()
	tr := tar.NewReader(&text)
	h, err := tr.Next()
	all, _ = io.ReadAll(tr)
	fmt.Println(h.Name, string(all), err)
	text.Reset()
	fmt.Println(gob.NewEncoder(&text).Encode(shape{"a", map[string]float64{"x": 1.5}, &shape{Name: "b"}}))
	var s shape
	fmt.Println(gob.NewDecoder(&text).Decode(&s), s.Name, s.Sides, s.Next.Name)
}

func main() {
	form()
	archives()
	img := image.NewPaletted(image.Rect(0, 0, 3, 2), color.Palette{color.Black, color.White})
	img.Set(1, 1, color.White)
	var text bytes.Buffer
	png.Encode(&text, img)
	back, format, err := image.Decode(&text)
	fmt.Println(back.Bounds(), format, err, back.At(1, 1), back.At(0, 0))
	fmt.Println(gif.Encode(&text, img, nil))
	template.Must(template.New("").Parse("<a href='{{.}}' onclick='f({{.}})'>{{.}}</a>\n")).Execute(os.Stdout, "x&<y>'")
	fmt.Println(suffixarray.New([]byte("banana")).Lookup([]byte("anan"), -1))
	fmt.Println(netip.MustParsePrefix("10.1.0.0/16").Contains(netip.MustParseAddr("10.1.2.3")), netip.MustParseAddr("fe80::1%eth0"))
	_, err = sql.Open("none", "")
	fmt.Println(err)
	expvar.NewMap("m").Add("k", 3)
	fmt.Println(expvar.Get("m"))
}

// expect: map[name:[Ann]] a.png 5 map[Content-Disposition:[form-data; name="photo"; filename="a.png"] Content-Type:[application/octet-stream]] <nil>
// expect: café!
// expect: text/html map[charset:utf-8] <nil>
// expect: "Ann" <ann@example.org> <nil>
// expect: a/b.txt 2000 <nil>
// expect: c.txt hi <nil>
// expect: <nil>
// expect: <nil> a map[x:1.5] b
// expect: (0,0)-(3,2) png <nil> {255 255 255 255} {0 0 0 255}
// expect: <nil>
// expect: <a href='x&amp;%3cy%3e%27' onclick='f(&#34;x\u0026\u003cy\u003e&#39;&#34;)'>x&amp;&lt;y&gt;&#39;</a>
// expect: [1]
// expect: true fe80::1%eth0
// expect: sql: unknown driver "none" (forgotten import?)
// expect: {"k": 3}
