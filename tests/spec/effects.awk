# Prints the table of spec/effects.md from code/effect.def and from the engines' switches:
#   awk -f tests/spec/effects.awk vm/visible.c explore/dpor/pending.c explore/check/tree.c
#       explore/states/moves.c code/effect.def
BEGIN {
    column["visibility"] = column["step_kind"] = column["footprint_kind_of"] = 1
    column["learns"] = column["kind_of"] = 1
}
# "return x ? VISIBLE : POINT;" is "visible or point".
function answer(text)
{
    sub(/^.*return /, "", text)
    sub(/;.*$/, "", text)
    sub(/^.* \? /, "", text)
    sub(/ : /, " or ", text)
    gsub(/(STEP|FOOTPRINT|PEND)_/, "", text)
    gsub(/_/, " ", text)
    return tolower(text)
}
/^static .*\(Effect effect\)|^static Visibility/ {
    name = $0
    sub(/\(.*$/, "", name)
    sub(/^.* \**/, "", name)
    waiting = 0
}
/^}/ { name = "" }
name in column {
    if (match($0, /EFFECT_[A-Z_]+:/))
        open[++waiting] = substr($0, RSTART + 7, RLENGTH - 8)
    if (/return /) {
        while (waiting > 0)
            view[name, open[waiting--]] = answer($0)
    } else if (/break;/)
        waiting = 0
}
FILENAME ~ /effect.def$/ && /^\/\* .* \*\/$/ {
    title = substr($0, 4, length($0) - 6)
    printf "\n### %s%s\n\n", toupper(substr(title, 1, 1)), substr(title, 2)
    print "| effect | is on | | meaning | boundary | `dpor` | `reduced` | `states` |"
    print "|---|---|---|---|---|---|---|---|"
}
FILENAME ~ /effect.def$/ && /^EFFECT\(/ {
    split($0, quoted, "\"")
    split(quoted[1], field, /[(), ]+/)
    effect = field[2]
    dpor = view["step_kind", effect]
    if (dpor == "object")
        dpor = view["footprint_kind_of", effect]
    printf "| `%s` | %s | %s | %s | %s | %s | %s | %s |\n", effect, tolower(field[3]),
           tolower(field[4]), quoted[2], view["visibility", effect], dpor,
           view["learns", effect], view["kind_of", effect]
}
