# Prints the productions `Name = ... .` of C comments or of a document, each on a line of its own
# with single spaces. A production ends with a period at the end of a line.
{
    line = $0
    sub(/^[ \t]*(\/\*|\*)?[ \t]*/, "", line)
    sub(/[ \t]*\*\/[ \t]*$/, "", line)
}
production == "" && line ~ /^[A-Za-z_]+ =( |$)/ && line !~ /;$/ { production = line; first = FNR }
production != "" {
    if (FNR > first)
        production = production " " line
    if (line ~ /(^| )\.$/) {
        gsub(/[ \t]+/, " ", production)
        print production
        production = ""
    } else if (FNR > first + 5 || line == "") {
        production = ""
    }
}
