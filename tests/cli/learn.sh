# The pages that teach: README.md, the lessons and the figures. The programs in them are the files
# beside them, and commands print what the pages say, but for times. An exercise, the folder exercise
# of a lesson, fails under the command that the lesson names, with each of its solutions it passes.
#
#   tests/cli/learn.sh update PAGE...    writes what is printed into the pages, but for what they
#                                        shorten with "..."
. "${ROOT:-$PWD}/tests/cli/lib.sh"
ROOT=${ROOT:-$PWD}
GOL=${GOL:-$ROOT/build/gol}
# Under make stress other schedules are tried, and the pages show those of other builds.
case $GOL in *stress*) exit 0 ;; esac
mode=check
[ "${1:-}" = update ] && { mode=update; shift; cd "$(mktemp -d)" || exit 1; }
mkdir bin copy
ln -s "$GOL" bin/gol
export PATH=$PWD/bin:$PATH TERM=dumb
top=$PWD/copy
cp -r "$ROOT/examples" "$ROOT/docs" "$ROOT/README.md" copy

# Without what is no claim: seconds, and how much work a search or an analysis took.
timeless()
{
    sed -E 's/[0-9.]+ s\b/0.0 s/g; s/\([0-9]+ a second/(0 a second/; s/	[0-9.]+s([ 	]|$)/	0.00s\1/
        s/\(([0-9.]+)s\)$/(0.00s)/; s/[0-9]+ proven\)/N proven)/; s/^found after .*/found after N schedules/
        s/^ +[0-9]+ +[0-9.]+%  "/  N  N%  "/; s/\([0-9]+ schedules?, .*engine .*\)/(N schedules)/
        s/[0-9]+ partial orders/N partial orders/; /, perhaps [0-9]+ in all, /d'
}

# Runs the commands of one block in the page's folder and compares, or writes, what they print.
block()
{
    local says line block=$1 page=$2 folder=$3
    : > "${block%.console}.new"
    awk '/^\$ / { close(out); out = sprintf("%s.%02d", FILENAME, ++n); print substr($0, 3) > out; out = out ".says"
                  printf "" > out; next } { print > out }' "$block"
    for says in "$block".*.says; do
        line=$(cat "${says%.says}")
        (cd "$folder" && bash -c "$line") > printed 2>&1 < /dev/null
        if [ $mode = update ]; then
            printf '$ %s\n' "$line" >> "${block%.console}.new"
            if grep -qx '\.\.\.' "$says"; then cat "$says"; else cat printed; fi >> "${block%.console}.new"
        fi
        [ $mode = check ] || grep -qx '\.\.\.' "$says" || continue
        timeless < printed > got
        timeless < "$says" > want
        awk -f "$ROOT/tests/tools/said.awk" want got > why || bad "$page: $line" "$(cat why)"
    done
}

page()
{
    local page=$1 folder=$top/${1%/*} part
    [ "$page" = README.md ] && folder=$top
    rm -rf parts
    mkdir parts
    awk -v OUT=parts -f "$ROOT/tests/tools/pages.awk" "$ROOT/$page"
    for part in parts/*.name; do
        [ -e "$part" ] || continue
        cmp -s "${part%.name}.file" "$folder/$(cat "$part")" ||
            bad "$page: $(cat "$part") is not what the page says" "$(diff "${part%.name}.file" "$folder/$(cat "$part")" | head -n 5)"
    done
    for part in parts/*.console; do
        [ -e "$part" ] && block "$part" "$page" "$folder"
    done
    [ $mode = check ] || { awk -v OUT=parts -v NEW=1 -f "$ROOT/tests/tools/pages.awk" "$ROOT/$page" > page.new &&
        cp page.new "$ROOT/$page"; }
}

# The command that judges stands in the lesson as `gol test ... exercise`.
exercise()
{
    local folder=$1 judge solution
    judge=$(grep -oE '`gol test [^`]*\bexercise`' "$ROOT/$folder/README.md" | head -n 1 | tr -d '`')
    [ -n "$judge" ] || { bad "$folder: no command judges the exercise"; return; }
    (cd "$folder" && $judge > out 2>&1) && bad "$folder: the exercise passes: $judge"
    for solution in "$folder"/solution*/; do
        cp "$solution"* "$folder/exercise/"
        (cd "$folder" && $judge > out 2>&1) ||
            bad "$folder: ${solution%/} fails: $judge" "$(head -n 20 "$folder/out")"
    done
}

pages=${*:-$(cd "$ROOT" && find README.md docs/learn examples -name README.md | sort)}
for name in $pages; do page "$name"; done
[ $mode = update ] && exit $((failures > 0))
cd copy || exit 1
for name in docs/learn/*/exercise; do exercise "${name%/exercise}"; done
finish
