# The tables of docs/library.md list the packages of stdlib/ and those of stdlib/go.list, each once, and no
# others. A package in both is Go's, with declarations of gol's. Programs (cmd/) are no packages to import.
tables()
{
    sed -n "/^| area | $1 |/,/^\$/s/^| [^|]* |\(.*\)|\$/\1/p" "$ROOT/docs/library.md" |
        grep -o '`[a-z0-9/.]*`' | tr -d '`' | LC_ALL=C sort
}

(cd "$ROOT/stdlib" && find . -name '*.gol' -printf '%h\n') | sed 's,^\./,,' | LC_ALL=C sort -u |
    grep -vxFf "$ROOT/stdlib/go.list" > own
grep -vE '(^|/)internal(/|$)|^cmd/' own > there
tables packages > listed
grep -vE '(^|/)internal(/|$)|^vendor/|^cmd/| ' "$ROOT/stdlib/go.list" > go_there
tables 'packages of Go' > go_listed
diff there listed && diff go_there go_listed && exit 0
echo "stdlib/ or stdlib/go.list (<) and a table of docs/library.md (>) differ"
exit 1
