# Comments follow the rules of CONTRIBUTING.md, as far as a script can see: every source and header
# begins with a comment, every prototype in a header has one, and words that hide the meaning do not
# occur. Every citation, such as [GRACE20], is in spec/bibliography.md.
#
# WORDS_FOLDERS="race vm" tests/spec/words.sh checks other folders than those below.
cd "${ROOT:-.}" || exit 1
failures=0

folders=${WORDS_FOLDERS:-analysis base cli code explore jit parser predict race show stdlib tests/unit trace vm}

# Things are not persons; "behind" means "after"; private names of things that have a usual one.
banned="who whom whoever whomever nobody somebody someone anybody anyone everybody everyone behind
    tell tells told hear hears heard gaze kin knower handout shelf pend pended"

# shellcheck disable=SC2086 # several folders
files=$(find $folders -name '*.[ch]' -o -name '*.def' | sort)
[ -n "$files" ] || { echo "no files in $folders"; exit 1; }
# shellcheck disable=SC2086 # several files
faults=$(awk -v BANNED="${banned//$'\n'/ }" -f tests/spec/words.awk $files)
[ -z "$faults" ] || { echo "$faults"; failures=1; }

# A key is a name in capitals and a year of two digits; its entry begins a line: **[KEY]**.
defined=$(sed -n 's/^\*\*\[\([A-Z]*[0-9][0-9]\)\]\*\*.*/\1/p' spec/bibliography.md)
twice=$(echo "$defined" | sort | uniq -d)
[ -z "$twice" ] || { echo "defined twice: $twice"; failures=1; }
layers=$(sed -n 's/^| `\([a-z]*\)` .*/\1/p' CONTRIBUTING.md)
# shellcheck disable=SC2086 # several folders
for key in $(grep -rhoE --include='*.[ch]' --include='*.def' --include='*.md' --include='*.sh' \
    '\[[A-Z]{2,}[0-9]{2}\]' $layers spec docs tests README.md CONTRIBUTING.md | tr -d '[]' | sort -u); do
    echo "$defined" | grep -qx "$key" || { echo "spec/bibliography.md lacks [$key]"; failures=1; }
done
! grep -rnE --include='*.[ch]' --include='*.def' --include='*.md' '[Pp]aper 0[0-9]' $layers spec docs || { echo "cite a paper by its key"; failures=1; }
exit $failures
