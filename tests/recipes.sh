#!/usr/bin/env bash
# Follows two recipes of docs/adding.md in a copy of the tree, and nothing but them: every file that is
# touched must be named in the recipe, with NAME for the new name.
#   A detector, `mimic`: a copy of djit. The tests accept it. Once it does not see reads after writes,
#   each test of exact detectors must fail.
#   A strategy, `mimic`: a copy of random. --strategy, the help and the tests find it.
set -u
cd "$(dirname "$0")/.." || exit 1
BUILD=${BUILD:-build}
copy=$(mktemp -d "${TMPDIR:-/tmp}/gol-recipes-XXXXXX")
trap 'rm -rf "$copy"' EXIT
git ls-files -z | xargs -0 cp -p --parents -t "$copy" && cp -a "$BUILD" "$copy/build" || exit 1
cd "$copy" || exit 1
failures=0
fail() { echo "recipes: $*"; failures=$((failures + 1)); }

# section TITLE: the recipe.
section() { sed -n "/^## $1\$/,/^## /p" docs/adding.md; }

# touches TITLE FILE...: each is named by the recipe.
touches()
{
    local title=$1 file
    shift
    for file; do
        section "$title" | grep -qF "\`${file//mimic/NAME}\`" || fail "'$title' does not name $file"
    done
}

# put FILE BEFORE LINE: a new line before the first one that matches; there must be one.
put()
{
    grep -q "$2" "$1" || fail "$1 has no line $2"
    awk -v before="$2" -v line="$3" '!done && $0 ~ before { print line; done = 1 } { print }' "$1" \
        > put.tmp && mv put.tmp "$1"
}

build() { make -j"$(nproc)" "$@" > build.log 2>&1 || { tail -n 20 build.log; fail "does not build"; }; }

# accepted, refused: the unit tests of all exact detectors.
exact="race_examples race_random random_programs"
accepted()
{
    for test in $exact; do
        "build/tests/unit/${test}_test" > test.log 2>&1 || fail "$1: $test fails: $(head -n 5 test.log)"
    done
}
refused()
{
    for test in $exact; do
        "build/tests/unit/${test}_test" > test.log 2>&1
        grep -q ' [1-9][0-9]* failed$' test.log || fail "$1: $test does not notice"
    done
}
unit_tests=$(printf 'build/tests/unit/%s_test ' $exact execution)

# A detector.
detector=race/classic/mimic.c
touches "A detector" "$detector" race/core.h race/detectors.c spec/rules.md
sed 's/djit/mimic/g' race/classic/djit.c > "$detector"
grep -q '\.exact = true' "$detector" || fail "djit does not claim to be exact"
put race/core.h '^extern const MemoryRules' 'extern const MemoryRules rules_mimic;'
put race/detectors.c '&rules_djit' '    &rules_mimic,'
printf '\n`mimic` is `djit`.\n' >> spec/rules.md

# A strategy.
strategy=explore/fuzz/mimic.c
touches "A strategy of gol fuzz" "$strategy" explore/fuzz/sampler.h explore/fuzz/sampler.c spec/fuzz.md
sed 's/sampler_random/sampler_mimic/' explore/fuzz/random_walk.c > "$strategy"
put explore/fuzz/sampler.h '^Sampler \*sampler_random' 'Sampler *sampler_mimic(void);'
put explore/fuzz/sampler.c '^    {"rff"' '    {"mimic", "as random", sampler_mimic},'
put spec/fuzz.md '^| `mixed`' '| `mimic` | as `random` |'

# shellcheck disable=SC2086 # several words
build all $unit_tests
build/gol help detectors | grep -q '^  mimic ' || fail "gol help detectors lacks mimic"
build/gol help strategies | grep -q '^  mimic ' || fail "gol help strategies lacks mimic"
build/gol run --detector mimic examples/bank.gol > run.log 2>&1
[ $? = 66 ] || fail "--detector mimic: $(head -n 3 run.log)"
build/gol fuzz -j 1 --schedules 100 --strategy mimic examples/bank.gol > run.log 2>&1
[ $? = 66 ] || fail "--strategy mimic: $(head -n 3 run.log)"
accepted "a copy of djit"
build/tests/unit/execution_test > test.log 2>&1 || fail "execution_test: $(head -n 5 test.log)"
for part in cli/fuzz.sh tests/spec/ tests/layers.sh; do
    tests/run $part > test.log 2>&1 || fail "$part: $(head -n 8 test.log)"
done

# The detector no longer sees reads after writes.
sed -i 's/^    history_check(/    if (access->is_write)\n        history_check(/' "$detector"
grep -q 'if (access->is_write)' "$detector" || fail "djit is not as this test expects"
# shellcheck disable=SC2086
build $unit_tests
refused "no reads after writes"

[ "$failures" = 0 ] && echo "recipes: ok"
[ "$failures" = 0 ]
