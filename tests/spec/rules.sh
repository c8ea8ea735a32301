# Every rule that an event or a report names is in spec/rules.md, and every file that a document
# names exists.
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
done
exit $failures
