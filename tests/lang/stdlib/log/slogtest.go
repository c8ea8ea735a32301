// Package testing/slogtest finds the handlers of slog right, and one that lacks something not.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing/slogtest"
)

// forgets is a handler that forgets groups.
type forgets struct{ slog.Handler }

func (f forgets) WithGroup(string) slog.Handler                   { return f }
func (f forgets) WithAttrs(a []slog.Attr) slog.Handler            { return forgets{f.Handler.WithAttrs(a)} }
func (f forgets) Handle(ctx context.Context, r slog.Record) error { return f.Handler.Handle(ctx, r) }

func main() {
	try := func(wrap func(slog.Handler) slog.Handler) error {
		var out bytes.Buffer
		h := wrap(slog.NewJSONHandler(&out, nil))
		return slogtest.TestHandler(h, func() (all []map[string]any) {
			for _, line := range bytes.Split(bytes.TrimSpace(out.Bytes()), []byte("\n")) {
				m := map[string]any{}
				if err := json.Unmarshal(line, &m); err != nil {
					panic(err)
				}
				all = append(all, m)
			}
			return all
		})
	}
	fmt.Println(try(func(h slog.Handler) slog.Handler { return h })) // expect: <nil>
	err := try(func(h slog.Handler) slog.Handler { return forgets{h} })
	lines := strings.Split(err.Error(), "\n")
	for _, line := range lines[:2] {
		text, _, _ := strings.Cut(line, " (")
		fmt.Println(text)
	}
	// expect: unexpected key "a": a Handler should handle the WithGroup method
	// expect: missing group "G": a Handler should handle the WithGroup method
	short := slogtest.TestHandler(slog.NewTextHandler(new(bytes.Buffer), nil), func() []map[string]any { return nil })
	fmt.Println(short) // expect: got 0 results, want 17
}
