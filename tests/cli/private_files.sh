# What an execution of fuzz, check or predict changes of files is undone after it: each begins with the
# same ones, and a search leaves them as they were. gol run keeps the changes.
. "$ROOT/tests/cli/lib.sh"

# The first to come makes the file; os.Remove takes other steps if it is not there.
program first.gol << 'END'
os.Remove("made")
who := 0
done := make(chan bool, 2)
for i := 1; i <= 2; i++ {
	go func() {
		if f, err := os.OpenFile("made", os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0600); err == nil {
			f.Close()
			who = i
		}
		done <- true
	}()
}
<-done
<-done
if who == 2 {
	panic("the second")
}
END
for engine in dpor reduced auto; do
    wants 2 "$GOL" check --engine $engine first.gol
    matches err '^panic: the second$'
    [ -e made ] && bad "$engine leaves a file"
done
# Files are no part of its states.
wants 0 "$GOL" check --engine states first.gol
matches err 'within files as the last execution left them'
[ -e made ] && bad "states leaves a file"
wants 2 "$GOL" fuzz -j 1 --schedules 50 first.gol
[ -e made ] && bad "fuzz leaves a file"

# Everything that a program can do to files.
mkdir -p tree/empty tree/full && cd tree || exit 1
printf 'old\n' > plain
printf 'inside\n' > full/file
printf 'moved\n' > moved
printf 'replaced\n' > replaced
ln -s plain link
chmod 640 plain
touch -d '2020-02-02 02:02:02' plain full/file
cd ..
listing() { (cd tree && find . -printf '%p %y %m %l\n' | sort; stat -c '%Y' tree/plain tree/full/file; cat tree/plain tree/full/file tree/moved tree/replaced); }
listing > before 2>&1
program change.gol << 'END'
must := func(err error) {
	if err != nil {
		panic(err)
	}
}
must(os.WriteFile("tree/plain", []byte("new"), 0644))
must(os.Chmod("tree/plain", 0600))
must(os.Rename("tree/moved", "tree/replaced"))
must(os.Rename("tree/full", "tree/other"))
must(os.WriteFile("tree/other/file", []byte("changed"), 0600))
must(os.Remove("tree/other/file"))
must(os.Remove("tree/other"))
must(os.Remove("tree/empty"))
must(os.MkdirAll("tree/a/b/c", 0755))
must(os.WriteFile("tree/a/b/c/d", []byte("d"), 0600))
must(os.Remove("tree/link"))
must(os.Symlink("nowhere", "tree/link"))
must(os.Symlink("../plain", "tree/a/up"))
must(os.Truncate("tree/replaced", 2))
must(os.Link("tree/plain", "tree/again"))
must(os.RemoveAll("tree/a"))
must(os.Chdir("tree"))
must(os.WriteFile("last", nil, 0600))
f, err := os.OpenFile("plain", os.O_APPEND|os.O_WRONLY, 0)
must(err)
f.WriteString("more")
must(f.Truncate(1))
go func() { f.Close() }()
END
wants 0 "$GOL" check change.gol
listing > after 2>&1
same before after
wants 0 "$GOL" fuzz -j 1 --schedules 20 change.gol
lacks err cannot
listing > after 2>&1
same before after

# A directory whose removal first fails, since there is something in it, after a renaming.
mkdir -p tree/deep/down && echo deep > tree/deep/down/file
listing > before 2>&1
program remove.gol << 'END'
if err := os.Rename("tree/deep/down/file", "tree/deep/down/other"); err != nil {
	panic(err)
}
if err := os.RemoveAll("tree/deep"); err != nil {
	panic(err)
}
go os.Mkdir("tree/deep", 0700)
END
wants 0 "$GOL" check remove.gol
lacks err 'cannot restore'
listing > after 2>&1
same before after

# Files become directories, directories files, links either; links that are whole paths, lead through
# others or in a circle.
ln -s "$PWD/tree/plain" tree/whole
ln -s whole tree/chain
ln -s circle2 tree/circle1 && ln -s circle1 tree/circle2
ln -s full tree/way
listing > before 2>&1
program swap.gol << 'END'
must := func(err error) {
	if err != nil {
		panic(err)
	}
}
must(os.WriteFile("tree/chain", []byte("through two"), 0600))
must(os.WriteFile("tree/way/file", []byte("through one"), 0600))
must(os.Chmod("tree/way/file", 0))
if os.WriteFile("tree/circle1", nil, 0600) == nil || os.WriteFile("tree/none/x", nil, 0600) == nil {
	panic("written")
}
must(os.Remove("tree/plain"))
must(os.Mkdir("tree/plain", 0700))
must(os.WriteFile("tree/plain/in", []byte("in"), 0600))
must(os.RemoveAll("tree/full"))
must(os.WriteFile("tree/full", []byte("a file"), 0600))
must(os.Remove("tree/whole"))
must(os.MkdirAll("tree/whole/deep/er", 0700))
must(os.Remove("tree/circle2"))
must(os.WriteFile("tree/circle2", []byte("no link"), 0600))
must(os.WriteFile("tree/circle1", []byte("to that"), 0600))
must(os.Rename("tree/whole/deep", "tree/deeper"))
must(os.Chmod("tree/deeper", 0))
go func() {}()
END
wants 0 "$GOL" check swap.gol
lacks err 'cannot restore'
listing > after 2>&1
same before after
wants 0 "$GOL" fuzz -j 1 --schedules 5 swap.gol
listing > after 2>&1
same before after

# The mask of permissions is the execution's own.
mkdir masked
program masked.gol << 'END'
old := syscall.Umask(077)
if old == 077 || syscall.Umask(077) != 077 {
	panic("mask of another execution")
}
os.WriteFile("masked/file", nil, 0666)
info, _ := os.Stat("masked/file")
println(info.Mode().String())
go func() {}()
END
umask 022
"$GOL" run masked.gol > out 2> err
matches err '^-rw-------$'
rm masked/file
wants 0 "$GOL" check masked.gol
lacks out 'another execution'

# What is made through a link that led nowhere goes, too.
ln -s made tree/dangling
program dangling.gol << 'END'
os.WriteFile("tree/dangling", []byte("x"), 0600)
os.Symlink("full", "tree/way")
os.WriteFile("tree/way/file", []byte("x"), 0600)
os.Remove("tree/way")
os.Symlink("empty", "tree/way")
os.WriteFile("tree/way/file", []byte("x"), 0600)
os.Remove("tree/way/file")
END
listing > before 2>&1
wants 0 "$GOL" check dangling.gol
listing > after 2>&1
same before after
rm tree/dangling

# A file that changes again and again among many others is kept once: else what can be kept is soon
# used up, and nothing is proved.
head -c 2000000 /dev/zero > tree/large
program again.gol << 'END'
for i := 0; i < 40; i++ {
	for k := 0; k < 40; k++ {
		os.WriteFile(fmt.Sprint("tree/other", k), []byte("x"), 0600)
	}
	f, _ := os.OpenFile("tree/large", os.O_APPEND|os.O_WRONLY, 0)
	f.WriteString("more")
	f.Close()
	os.WriteFile("tree/next", []byte("x"), 0600)
	os.Rename("tree/next", "tree/now")
}
END
listing > before 2>&1
wants 0 "$GOL" check again.gol
lacks err within
[ "$(stat -c %s tree/large)" = 2000000 ] || bad "the large file stays changed"
listing > after 2>&1
same before after
rm tree/large

# A directory that gives way to a link: what was in it does not come back through the link. A file that
# gives way to another name of one outside does not change that one.
mkdir tree/given tree/beside
echo inside > tree/given/inside
echo beside > tree/beside/inside
echo single > tree/single
program swapped.gol << 'END'
fmt.Println(os.RemoveAll("tree/given"), os.Symlink("beside", "tree/given"))
fmt.Println(os.WriteFile("tree/given/inside", []byte("changed"), 0600), os.WriteFile("tree/given/more", nil, 0600))
fmt.Println(os.Remove("tree/single"), os.Link("tree/beside/inside", "tree/single"))
fmt.Println(os.MkdirAll("tree/new/deep", 0700), os.WriteFile("tree/new/deep/x", nil, 0600), os.RemoveAll("tree/new"))
fmt.Println(os.Symlink("beside", "tree/new"), os.Mkdir("tree/new/deep", 0700), os.Chmod("tree/beside", 0500))
END
whole() { listing; find tree -type f -exec sh -c 'echo "$1"; cat "$1"' - {} \; ; }
whole > before 2>&1
wants 0 "$GOL" check --schedules 2 swapped.gol
whole > after 2>&1
same before after
wants 0 "$GOL" run swapped.gol
lacks out '[a-z]: '
chmod -R u+w tree
rm -r tree/given tree/beside tree/single tree/new

# Several processes do not see each other's changes.
program together.gol << 'END'
for i := 0; i < 20; i++ {
	if _, err := os.Stat("tree/mine"); err == nil {
		panic("another execution's file")
	}
	os.WriteFile("tree/mine", nil, 0600)
	go func() {}()
	runtime.Gosched()
	if err := os.Remove("tree/mine"); err != nil {
		panic("removed by another execution")
	}
}
END
listing > before 2>&1
wants 0 "$GOL" fuzz -j 3 --schedules 300 together.gol
wants 0 "$GOL" check -j 3 --engine dpor --schedules 300 together.gol
listing > after 2>&1
same before after

listing > before 2>&1
wants 0 "$GOL" run change.gol
listing > after 2>&1
cmp -s before after && bad "gol run has changed nothing"
finish
