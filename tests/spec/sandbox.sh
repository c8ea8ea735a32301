# Every native that the table of effects says has to do with files asks the sandbox before it does
# anything: by native_may for a path, by usable for a file that is open, by is_refused for a command;
# or it concerns only what the program has been given after such a question: its pipes, by their
# descriptors, and its commands, by their numbers. One that does neither is named here: they tell where
# the program is and what new files may be, and open nothing; or give a descriptor by which nothing is
# watched yet (syscall_inotify_add asks); or forget memory that shows a file (syscall_file_bytes asks).
. "$ROOT/tests/cli/lib.sh"
harmless='os_getwd os_temporary_number syscall_umask syscall_inotify_init syscall_file_unmapped'
cd "$ROOT/stdlib/native" || exit 1
rows=$(grep -Eoh 'ROW\("[^"]*", *[a-z_]+, *FILE_(READ|WRITE)' ./*.c | sed 's/.*", *//; s/,.*//' | sort -u)
[ "$(echo "$rows" | wc -l)" -gt 15 ] || bad "natives of files are not found any more"
for native in $rows; do
    body=$(awk -v start="NATIVE($native)" '$0 == start { on = 1 } on { print } on && /^}/ { exit }' ./*.c)
    [ -n "$body" ] || bad "$native: where is it?"
    case " $harmless " in *" $native "*) continue ;; esac
    # What only passes on to another native of the table need not ask.
    echo "$body" | grep -Eq 'native_may(_change)?\(|usable\(vm|is_refused\(vm|outside_(has|close)\(vm|waited\(vm|command_(end|signal)\(vm|return (file|os)_[a-z_]+\(vm' || bad "$native does not ask the sandbox"
done
# Nothing else in the library opens files of the program's choice, starts programs or sends signals.
others=$(grep -nE '\b(fopen|open|openat|creat|exec[lv]+p?e?|fork|popen|system|kill|socket|connect|getenv|setenv|putenv)\(' ./*.c | grep -vE '^\./os\.c:.*fd = open\(file, flags|^[^:]*:[0-9]*:/\* ')
allowed='^\./time\.c:.*fopen\(buf_str\(&path\), "rb"\)'
echo "$others" | grep -Ev "$allowed" | grep -q . && bad "a way out that is not guarded:" "$(echo "$others" | grep -Ev "$allowed")"
finish
