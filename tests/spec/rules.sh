# Every rule that an event or a report names is in spec/rules.md, every file that a document names
# exists, and what a document names after a file, as in `vm/chan.c`, `chan_send`, is in that file.
documents=$(cd "$ROOT" && ls spec/*.md docs/*.md README.md CONTRIBUTING.md)
failures=0
bad() { echo "$*"; failures=1; }

for rule in $(grep -ohE '"R-[A-Za-z⊥_-]+"' "$ROOT"/trace/event.def "$ROOT"/race/*.c |
    tr -d '"' | sort -u); do
    grep -qF -- "$rule" "$ROOT/spec/rules.md" || bad "spec/rules.md lacks $rule"
done

for document in $documents; do
    for file in $(grep -oE '`[a-z]+/[A-Za-z0-9_/-]+\.(c|h|def|md|sh|gol|go)`' "$ROOT/$document" |
        tr -d '`' | sort -u); do
        case $file in *NAME*) continue ;; esac
        [ -e "$ROOT/$file" ] || bad "$document names $file, which does not exist"
    done
    while read -r file name; do
        grep -qw -- "$name" "$ROOT/$file" || bad "$document: $file has no $name"
    done < <(tr -s '\n ' ' ' < "$ROOT/$document" | tr -d ',' |
        grep -oE '`[a-z]+/[A-Za-z0-9_/-]+\.(c|h|def)` `[A-Za-z_]+`' | tr -d '`')
done
exit $failures
