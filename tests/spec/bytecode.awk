# Prints the tables of spec/bytecode.md from code/op.def: awk -f tests/spec/bytecode.awk code/op.def
/^\/\* .* \*\/$/ { title = substr($0, 4, length($0) - 6); next }
# A title of several lines ends with the comment.
/^\/\* / && !/^\/\* The opcode table/ { title = substr($0, 4); open = 1; next }
open && /^ \* / { title = title " " substr($0, 4) }
open && /\*\/$/ { sub(/ *\*\/$/, "", title); open = 0; next }
/^FUSED\(/ {
    if (title != "") {
        printf "\n### %s%s\n\n", toupper(substr(title, 1, 1)), substr(title, 2)
        print "| first | second |"
        print "|---|---|"
        title = ""
    }
    split($0, pair, /[(), ]+/)
    printf "| `%s` | `%s` |\n", pair[2], pair[3]
}
/^OP\(/ {
    if (title != "") {
        printf "\n### %s%s\n\n", toupper(substr(title, 1, 1)), substr(title, 2)
        print "| opcode | format | flags | effect | meaning |"
        print "|---|---|---|---|---|"
        title = ""
    }
    row = $0
    sub(/^OP\(/, "", row)
    sub(/\)$/, "", row)
    for (i = 1; i <= 4; i++) {
        cut = index(row, ", ")
        field[i] = substr(row, 1, cut - 1)
        row = substr(row, cut + 2)
    }
    gsub(/^"|"$/, "", row)
    gsub(/\|/, "\\|", row)
    gsub(/ \| /, " ", field[3])
    if (field[3] == "0") field[3] = ""
    printf "| `%s` | %s | %s | %s | %s |\n", field[1], field[2], field[3],
           field[4] == "NONE" ? "" : tolower(field[4]), row
}
