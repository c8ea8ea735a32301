# Splits a page of Markdown into what it promises, and puts it together again.
#
#   awk -v OUT=dir -f pages.awk PAGE       each fence that promises something as files of the folder OUT:
#                                          NNN.console: commands, lines that begin with "$ ", each with the
#                                          output that follows; NNN.file: the text of a file, whose name,
#                                          from ```go title="bank.gol", is in NNN.name
#   awk -v OUT=dir -v NEW=1 -f pages.awk PAGE    prints the page with NNN.new in place of NNN.console
function begin(kind)
{
    number = sprintf("%s/%03d", OUT, ++count)
    part = number kind
    if (!NEW)
        printf "" > part
}
/^```/ && inside {
    inside = 0
    if (NEW && part ~ /console$/)
        while ((getline line < (number ".new")) > 0)
            print line
    if (NEW)
        print
    next
}
/^```console/ { inside = 1; begin(".console"); if (NEW) print; next }
/^```[a-z]* title="/ {
    inside = 1
    begin(".file")
    match($0, /title="[^"]*"/)
    if (NEW)
        print
    else
        print substr($0, RSTART + 7, RLENGTH - 8) > (number ".name")
    next
}
/^```/ { inside = 1; part = "" }
inside && !NEW { if (part) print > part; next }
NEW && !(inside && part ~ /console$/) { print }
