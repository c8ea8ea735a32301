/* Random programs whose goroutines hand values to functions of the library that look into them:
 * what gol vet has models of. The same number gives the same program. */
#ifndef TESTS_UNIT_LIBRARY_PROGRAM_H
#define TESTS_UNIT_LIBRARY_PROGRAM_H

#include "base/buf.h"

static u64 library_state;

static unsigned library_below(unsigned n)
{
    library_state ^= library_state << 13;
    library_state ^= library_state >> 7;
    library_state ^= library_state << 17;
    return (unsigned)(library_state >> 33) % n;
}

/* Methods write what others may see, or what only they lead to. */
static const char library_head[] =
    "package main\n\n"
    "import (\n\t\"context\"\n\t\"encoding/json\"\n\t\"errors\"\n\t\"fmt\"\n\t\"io\"\n\t\"log\"\n"
    "\t\"strings\"\n\t\"sync\"\n)\n\n"
    "type leaf struct {\n\tN int\n\tText string\n}\n\n"
    "type node struct {\n\tA int\n\tS string\n\tP *leaf\n\tL []int\n\tM map[string]int\n"
    "\tI any\n\tV leaf\n}\n\n"
    "type loud struct{ calls int }\n\n"
    "func (l *loud) String() string { l.calls++; return \"loud\" }\n\n"
    "type coded struct {\n\tN int\n\tat *leaf\n}\n\n"
    "func (c *coded) MarshalJSON() ([]byte, error) { c.N++; return []byte(\"{}\"), nil }\n\n"
    "func (c *coded) UnmarshalJSON(text []byte) error {\n"
    "\tif c.at != nil {\n\t\tc.at.N++\n\t}\n\tkept = c\n\treturn nil\n}\n\n"
    "type failure struct{ n int }\n\n"
    "func (f *failure) Error() string { f.n++; return \"failure\" }\n\n"
    "func (f *failure) Is(other error) bool { return f.n > 0 }\n\n"
    "type key struct{}\n\n"
    "var mu sync.Mutex\nvar g node\nvar gp = &node{P: &leaf{}, L: []int{1}, M: map[string]int{}}\n"
    "var gl loud\nvar gc = &coded{at: &leaf{}}\nvar kept *coded\nvar box any = &leaf{}\n"
    "var fail error = &failure{}\nvar ch = make(chan *node, 1)\n"
    "var ctx = context.WithValue(context.Background(), key{}, gp)\n\n"
    "const text = "
    "`{\"A\":1,\"S\":\"s\",\"P\":{\"N\":2},\"L\":[1,2],\"M\":{\"a\":1},\"V\":{\"N\":3}}`\n"
    "\nvar logger = log.New(io.Discard, \"\", 0)\n"
    "var _, _, _, _ = errors.New, strings.NewReader, fmt.Sprint, json.Marshal\n\n";

/* A node: shared, of the call, or what one of these leads to. */
static const char *library_node(void)
{
    static const char *const nodes[] = {"&g", "gp", "&n", "p", "q", "&n", "p"};
    return nodes[library_below(7)];
}

/* %: a node. */
static const char *const library_steps[] = {
    "fmt.Sprint(%)",
    "fmt.Sprint(*%)",
    "fmt.Fprintf(io.Discard, \"%v %d\", %, (%).A)",
    "fmt.Fprintf(io.Discard, \"%s\", (%).S)",
    "fmt.Sprint((%).V)",
    "fmt.Sprint((%).P, (%).L)",
    "fmt.Sprint((%).I)",
    "fmt.Sprint(&gl)",
    "fmt.Sprint(struct{ V any }{&gl})",
    "json.Marshal(%)",
    "json.Marshal((%).M)",
    "json.Marshal(gc)",
    "json.Marshal([]any{%, gc})",
    "json.NewEncoder(io.Discard).Encode(*%)",
    "json.Unmarshal([]byte(text), %)",
    "json.Unmarshal([]byte(text), &(%).V)",
    "json.Unmarshal([]byte(`{\"a\":1}`), &(%).M)",
    "json.Unmarshal([]byte(`{\"N\":1}`), box)",
    "json.Unmarshal([]byte(`{}`), gc)",
    "json.Unmarshal([]byte(`{}`), &coded{at: (%).P})",
    "json.NewDecoder(strings.NewReader(text)).Decode(%)",
    "logger.Printf(\"%v\", %)",
    "logger.Print(fail)",
    "logger.Println((%).A)",
    "err = fmt.Errorf(\"e: %w\", fail)",
    "err = fmt.Errorf(\"e: %w %v\", err, %)",
    "fmt.Sprint(err)",
    "errors.Is(err, fail)",
    "errors.Is(fail, err)",
    "err = errors.Join(err, fail)",
    "p, _ = ctx.Value(key{}).(*node)\n\tif p == nil {\n\t\tp = &n\n\t}",
    "ctx = context.WithValue(ctx, key{}, %)",
    "fmt.Sprint(ctx)",
    "c := context.WithValue(ctx, key{}, %)\n\tfmt.Sprint(c.Value(key{}))",
    "(%).A++",
    "(%).V.N++",
    "(%).P = &leaf{}",
    "(%).P = (%).P",
    "(%).I = (%).P",
    "(%).I = &leaf{N: 1}",
    "box = &(%).V",
    "if x := (%).P; x != nil {\n\t\tx.N++\n\t}",
    "if k := kept; k != nil {\n\t\tk.N++\n\t}",
    "p = %",
    "q = %",
    "select {\n\tcase ch <- %:\n\tdefault:\n\t}",
    "select {\n\tcase q = <-ch:\n\tdefault:\n\t}",
};

static void library_step(Buf *out)
{
    enum { STEPS = sizeof library_steps / sizeof *library_steps };
    bool locked = library_below(3) == 0;
    buf_puts(out, locked ? "\tmu.Lock()\n\t{\n\t" : "\t{\n\t");
    for (const char *s = library_steps[library_below(STEPS)]; *s; s++) {
        bool verb = s[0] == '%' && s[1] >= 'a' && s[1] <= 'z';
        if (*s == '%' && !verb)
            buf_puts(out, library_node());
        else
            buf_putc(out, *s);
    }
    buf_puts(out, locked ? "\n\t}\n\tmu.Unlock()\n" : "\n\t}\n");
}

static void library_function(Buf *out, unsigned number)
{
    buf_printf(out,
               "func f%u() {\n\tvar n node\n\tvar err error\n\tp, q := &n, &node{P: &leaf{}}\n"
               "\t_, _, _ = p, q, err\n",
               number);
    for (unsigned i = 1 + library_below(5); i; i--)
        library_step(out);
    buf_puts(out, "}\n\n");
}

static void library_program(u64 number, Buf *out)
{
    library_state = number * 0x9e3779b97f4a7c15u + 1;
    for (unsigned i = 0; i < 8; i++)
        library_below(2);
    buf_puts(out, library_head);
    library_function(out, 0);
    library_function(out, 1);
    buf_printf(
        out,
        "func main() {\n\tvar wg sync.WaitGroup\n\tfor i := 0; i < %u; i++ {\n\t\twg.Add(1)\n"
        "\t\tgo func() {\n\t\t\tdefer wg.Done()\n\t\t\tf0()\n\t\t}()\n\t}\n\tf1()\n"
        "\twg.Wait()\n\tf1()\n\tprintln(len(ch))\n}\n",
        1 + library_below(2));
}

#endif
