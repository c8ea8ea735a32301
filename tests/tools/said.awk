# Whether a command printed what a page says: awk -f said.awk SAYS PRINTED prints the first line that
# differs. A line "..." of SAYS stands for any number of lines.
FNR == NR { want[++wanted] = $0; next }
{
    while (want[at + 1] == "..." && at < wanted) { any = 1; at++ }
    if (at < wanted && $0 == want[at + 1]) { at++; any = 0 }
    else if (!any) { print "says:   " (at < wanted ? want[at + 1] : "(nothing more)") "\nprints: " $0; failed = 1; exit }
}
END {
    if (failed) exit 1
    while (at < wanted && want[at + 1] == "...") at++
    if (at < wanted) { print "says:   " want[at + 1] "\nprints: (nothing more)"; exit 1 }
}
