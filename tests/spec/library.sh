# The table of docs/library.md lists the packages of stdlib/, each once, and no others.
(cd "$ROOT/stdlib" && find . -name '*.gol' -printf '%h\n') | sed 's,^\./,,' | grep -v '^internal/' |
    LC_ALL=C sort -u > there
sed -n '/^| area/,/^$/s/^| [^|]* |\(.*\)|$/\1/p' "$ROOT/docs/library.md" | grep -o '`[a-z0-9/.]*`' |
    tr -d '`' | LC_ALL=C sort > listed
diff there listed && exit 0
echo "stdlib/ (<) and the table of docs/library.md (>) differ"
exit 1
