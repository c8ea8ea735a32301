# From "COMMAND: line" for each line of `gol help COMMAND`, the OPTIONS section of the manual: each
# flag once for each meaning, with the commands that have it.
function flush_flag()
{
    if (flag == "")
        return
    key = flag "\t" text
    if (!(key in commands))
        keys[++count] = key
    commands[key] = commands[key] (commands[key] == "" ? "" : ", ") command
    flag = ""
}
function quoted(s) { gsub(/\\/, "\\e", s); gsub(/-/, "\\-", s); return s }
{
    name = substr($0, 1, index($0, ": ") - 1)
    line = substr($0, index($0, ": ") + 2)
}
line ~ /^  --?[a-z]/ {
    flush_flag()
    command = name
    flag = substr(line, 3, 24)
    sub(/ +$/, "", flag)
    text = substr(line, 28)
    next
}
/: Accepted for compat/ { flush_flag(); accepts = 1; next }
accepts && line ~ /^    -/ { accepted = accepted (accepted == "" ? "" : " ") substr(line, 5); next }
{ accepts = 0 }
flag != "" && length(line) > 27 && substr(line, 1, 27) ~ /^ +$/ { text = text " " substr(line, 28); next }
{ flush_flag() }
END {
    flush_flag()
    print ".SH OPTIONS"
    print "Those of each command are listed by"
    print ".BR \"gol help\" \" \\fICOMMAND\\fP.\""
    for (i = 1; i <= count; i++) {
        split(keys[i], parts, "\t")
        split(parts[1], words, " ")
        value = substr(parts[1], length(words[1]) + 1)
        print ".TP"
        if (match(words[1], /\[.*\]/))
            printf ".BR %s \"%s\"\n", quoted(substr(words[1], 1, RSTART - 1)), substr(words[1], RSTART)
        else if (value != "")
            printf ".BI %s \"%s\"\n", quoted(words[1]), value
        else
            printf ".B %s\n", quoted(words[1])
        text = quoted(parts[2])
        print (text ~ /^[.']/ ? "\\&" : "") text
        print ".RI ( \"" commands[keys[i]] "\" )"
    }
    if (accepted != "")
        print ".P\nAccepted for compatibility with the go command, without effect: " quoted(accepted) "."
}
