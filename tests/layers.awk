# Holds includes and link symbols against the layer table of CONTRIBUTING.md.
#   awk -f tests/layers.awk CONTRIBUTING.md EDGES
# EDGES has one line for each dependency: place, file that depends, file it depends on. A row of the
# table is a folder or a single file; the most specific row that holds a file is its layer. Naming a
# folder in "may include" allows the layers inside it too.
function trim(text) { gsub(/[` ]+/, " ", text); sub(/^ /, "", text); sub(/ $/, "", text); return text }
function layer_of(file)
{
    while (!(file in may) && sub("/[^/]*$", "", file))
        ;
    return file
}
function allowed(from, to,   i, n, list)
{
    if (from == to || may[from] == "all")
        return 1
    n = split(may[from], list, " ")
    for (i = 1; i <= n; i++)
        if (to == list[i] || index(to, list[i] "/") == 1)
            return 1
    return 0
}
FNR == NR {
    if (split($0, cell, "|") > 3 && cell[2] ~ /^ `/)
        may[trim(cell[2])] = trim(cell[3])
    next
}
{
    from = layer_of($2)
    to = layer_of($3)
    if (!(from in may) || !(to in may)) {
        printf "%s: %s and %s: a folder without a row in CONTRIBUTING.md\n", $1, $2, $3
        bad++
    } else if (!allowed(from, to)) {
        printf "%s: %s must not depend on %s\n", $1, from, $3
        bad++
    }
}
END { exit bad > 0 }
