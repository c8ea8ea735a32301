// Events with attributes, as text, as JSON, and through package log.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"os"
	"time"
)

type user struct {
	ID   int
	Pass string
}

func (u user) LogValue() slog.Value {
	return slog.GroupValue(slog.Int("id", u.ID), slog.String("pass", "***"))
}

type pt struct{ X, Y int }

// coarse shows minutes only, and of a source what does not depend on where it lies.
func coarse(groups []string, a slog.Attr) slog.Attr {
	switch {
	case len(groups) == 0 && a.Key == slog.TimeKey:
		return slog.Time("time", a.Value.Time().Truncate(time.Minute))
	case a.Key == slog.SourceKey:
		source := a.Value.Any().(*slog.Source)
		return slog.Any("source", []any{source.Function, source.Line})
	}
	return a
}

func main() {
	log.SetOutput(os.Stdout)
	slog.Info("hello", "count", 3, "who", "a b")
	slog.Debug("no")
	t := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: coarse}))
	t.Info("hello world", "n", 1, "s", "plain", "q", `a"b`, "e", "", "eq", "a=b", "d", 3*time.Second, "t", time.Unix(0, 5e6).UTC(), "err", errors.New("bad thing"), "pt", pt{1, 2}, "b", []byte("xy"), "f", 1.5, "nil", nil, "bool", true)
	j := slog.New(slog.NewJSONHandler(os.Stdout, &slog.HandlerOptions{Level: slog.LevelDebug, AddSource: true,
		ReplaceAttr: coarse}))
	j.Debug("m", "n", 1, "s", "pl<a>in", "d", 3*time.Second, "t", time.Unix(0, 5e6).UTC(), "err", errors.New("bad thing"), "pt", pt{1, 2}, "f", 1.5, "nil", nil, slog.Group("g", "a", 1, slog.Group("h", "b", 2)), "u", user{7, "secret"})
	for _, l := range []*slog.Logger{t, j} {
		l2 := l.With("w", 1).WithGroup("G").With("x", 2).WithGroup("H")
		l2.Warn("grouped", "y", 3, slog.Group("", "inl", 4), slog.Group("empty"))
		l2.Error("none")
		l.WithGroup("empty").Info("z")
		l.Info("bad", "key")
		l.Info("bad", 5, "k", "v")
		l.LogAttrs(context.Background(), slog.Level(2), "lv", slog.Any("u", user{1, "x"}))
	}
	r := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(g []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey && len(g) == 0 {
			return slog.Attr{}
		}
		if a.Key == "secret" {
			return slog.String("secret", "hidden")
		}
		return a
	}}))
	slog.SetDefault(r)
	slog.Info("x", "secret", 1, slog.Group("g", "secret", 2, "k", 3))
	log.Print("from log")
	slog.NewLogLogger(r.Handler(), slog.LevelWarn).Printf("via %d", 1)
	var lv slog.LevelVar
	lv.Set(slog.LevelError + 3)
	fmt.Println(lv.String(), slog.Level(-7), slog.Level(1))
	fmt.Println(lv.UnmarshalText([]byte("warn+1")), lv.Level(), lv.UnmarshalText([]byte("loud")))
	fmt.Println(slog.IntValue(3).Equal(slog.Int64Value(3)), slog.AnyValue(time.Second).Kind(), slog.Int("k", 1), slog.Default().Enabled(context.Background(), slog.LevelDebug))
	old := slog.SetLogLoggerLevel(slog.LevelError)
	log.Print("more")
	fmt.Println(old)
}

// expect: 2009/11/10 23:00:00 INFO hello count=3 who="a b"
// expect: time=2009-11-10T23:00:00.000Z level=INFO msg="hello world" n=1 s=plain q="a\"b" e="" eq="a=b" d=3s t=1970-01-01T00:00:00.005Z err="bad thing" pt="{X:1 Y:2}" b=xy f=1.5 nil=<nil> bool=true
// expect: {"time":"2009-11-10T23:00:00Z","level":"DEBUG","source":["main.main",45],"msg":"m","n":1,"s":"pl<a>in","d":3000000000,"t":"1970-01-01T00:00:00.005Z","err":"bad thing","pt":{"X":1,"Y":2},"f":1.5,"nil":null,"g":{"a":1,"h":{"b":2}},"u":{"id":7,"pass":"***"}}
// expect: time=2009-11-10T23:00:00.000Z level=WARN msg=grouped w=1 G.x=2 G.H.y=3 G.H.inl=4
// expect: time=2009-11-10T23:00:00.000Z level=ERROR msg=none w=1 G.x=2
// expect: time=2009-11-10T23:00:00.000Z level=INFO msg=z
// expect: time=2009-11-10T23:00:00.000Z level=INFO msg=bad !BADKEY=key
// expect: time=2009-11-10T23:00:00.000Z level=INFO msg=bad !BADKEY=5 k=v
// expect: time=2009-11-10T23:00:00.000Z level=INFO+2 msg=lv u.id=1 u.pass=***
// expect: {"time":"2009-11-10T23:00:00Z","level":"WARN","source":["main.main",48],"msg":"grouped","w":1,"G":{"x":2,"H":{"y":3,"inl":4}}}
// expect: {"time":"2009-11-10T23:00:00Z","level":"ERROR","source":["main.main",49],"msg":"none","w":1,"G":{"x":2}}
// expect: {"time":"2009-11-10T23:00:00Z","level":"INFO","source":["main.main",50],"msg":"z"}
// expect: {"time":"2009-11-10T23:00:00Z","level":"INFO","source":["main.main",51],"msg":"bad","!BADKEY":"key"}
// expect: {"time":"2009-11-10T23:00:00Z","level":"INFO","source":["main.main",52],"msg":"bad","!BADKEY":5,"k":"v"}
// expect: {"time":"2009-11-10T23:00:00Z","level":"INFO+2","source":["main.main",53],"msg":"lv","u":{"id":1,"pass":"***"}}
// expect: level=INFO msg=x secret=hidden g.secret=hidden g.k=3
// expect: level=INFO msg="from log"
// expect: level=WARN msg="via 1"
// expect: LevelVar(ERROR+3) DEBUG-3 INFO+1
// expect: <nil> WARN+1 slog: level string "loud": unknown name
// expect: true Duration k=1 false
// expect: level=ERROR msg=more
// expect: INFO
