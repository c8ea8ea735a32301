#!/usr/bin/python3
"""Holds the checks of go vet in gol vet against go vet itself, on real code: packages of Go libraries that Debian's
golang-*-dev packages install, and of Go's own library.

    tests/vet_compare.py [--list] [IMPORT-PATH...]

Each library is copied into a module of its own, whose folder vendor is the folder of all of them. Prints how many
lines both name, go vet alone, and gol vet alone; --list prints those that one alone names.
"""
import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

GOL = os.path.abspath(os.environ.get("BUILD", "build") + "/gol")
SOURCES = "/usr/share/gocode/src"
GO_SOURCES = "/usr/share/go-1.19/src"
PACKAGES = """github.com/pkg/errors github.com/spf13/pflag github.com/hashicorp/golang-lru/simplelru
    github.com/hashicorp/go-multierror github.com/eapache/queue github.com/cenkalti/backoff github.com/jpillora/backoff
    github.com/mattn/go-runewidth github.com/beorn7/perks/quantile github.com/davecgh/go-spew/spew
    github.com/stretchr/testify/assert github.com/gorilla/mux github.com/BurntSushi/toml github.com/google/uuid
    golang.org/x/sync/errgroup golang.org/x/sync/semaphore golang.org/x/time/rate golang.org/x/net/html
    golang.org/x/text/language golang.org/x/net/webdav github.com/labstack/echo github.com/gin-gonic/gin
    github.com/spf13/cobra gopkg.in/yaml.v3 github.com/pkg/sftp github.com/yuin/gopher-lua github.com/urfave/cli
    github.com/alecthomas/kong github.com/spf13/afero gopkg.in/ini.v1 github.com/russross/blackfriday github.com/lib/pq
    github.com/go-sql-driver/mysql github.com/jessevdk/go-flags github.com/casbin/casbin github.com/rivo/tview
    github.com/pelletier/go-toml github.com/viant/toolbox github.com/json-iterator/go github.com/itchyny/gojq
    archive/tar archive/zip bufio compress/bzip2 compress/flate compress/gzip container/heap container/list container/ring
    encoding/ascii85 encoding/base32 encoding/base64 encoding/csv encoding/hex encoding/pem encoding/xml expvar
    go/scanner hash/adler32 html image image/color image/png index/suffixarray io log mime net/mail net/textproto net/url
    path text/scanner text/tabwriter text/template/parse unicode unicode/utf16 unicode/utf8""".split()


def lines_of_go(directory, names):
    """What go vet prints: file, line, analyser; None if it could not look at the package."""
    run = subprocess.run(["go", "vet", "-json", "."], cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         text=True, timeout=300, check=False)
    found, failed = set(), False
    # A comment line for each package, and an object.
    text = re.sub(r"^#.*$", "", run.stdout, flags=re.M)
    decoder, at = json.JSONDecoder(), 0
    while text[at:].strip():
        at += len(text[at:]) - len(text[at:].lstrip())
        try:
            packages, at = decoder.raw_decode(text, at)
        except ValueError:
            return None
        for analysers in packages.values():
            for name, findings in analysers.items():
                failed |= isinstance(findings, dict)
                for finding in findings if isinstance(findings, list) else []:
                    file, line = finding["posn"].rsplit(":", 2)[:2]
                    if name in names:
                        found.add((os.path.basename(file), int(line), name))
    return None if failed else found


def lines_of_gol(directory, names):
    run = subprocess.run([GOL, "vet", "--json", "--go", "1.19"] + ["-" + name for name in names] + ["."],
                         cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=300,
                         check=False)
    if run.stderr:
        print(f"  gol: {run.stderr.splitlines()[0]}")
        return None
    findings = [json.loads(line) for line in run.stdout.splitlines()]
    return {(os.path.basename(f["file"]), f["line"], f["check"]): f["text"] for f in findings if f["type"] == "warning"}


def module(path, scratch):
    """The root of a copy, and the package in it, or a package of Go where it is; None if it is not installed."""
    package = os.path.join(GO_SOURCES, path)
    if glob.glob(package + "/*.go"):
        return None, package
    package = os.path.join(SOURCES, path)
    if not glob.glob(package + "/*.go"):
        return None, None
    root = tempfile.mkdtemp(dir=scratch)
    copy = os.path.join(root, "src", path)
    shutil.copytree(package, copy)
    return root, copy


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--list", action="store_true")
    parser.add_argument("packages", nargs="*", default=PACKAGES)
    options = parser.parse_args()
    helped = subprocess.run(["go", "tool", "vet", "help"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                            check=False).stdout
    known = subprocess.run([GOL, "help", "checks"], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    names = [name for name in re.findall(r"^    (\w+)  ", helped, re.M) if name in known]
    both = go_alone = gol_alone = looked = 0
    with tempfile.TemporaryDirectory() as scratch:
        for path in options.packages:
            root, copy = module(path, scratch)
            if not copy:
                continue
            os.environ["GO111MODULE"] = "off"
            os.environ["GOPATH"] = f"{root}:/usr/share/gocode" if root else "/usr/share/gocode"
            go = lines_of_go(copy, names)
            if root:
                with open(os.path.join(copy, "go.mod"), "w", encoding="utf-8") as file:
                    file.write(f"module {path}\n\ngo 1.19\n")
                if not os.path.lexists(os.path.join(copy, "vendor")):
                    os.symlink(SOURCES, os.path.join(copy, "vendor"))
            gol = lines_of_gol(copy, names)
            if go is None or gol is None:
                print(f"{path}: not compared ({'go' if go is None else 'gol'} does not compile it)")
                continue
            looked += 1
            both += len(go & set(gol))
            go_alone += len(go - set(gol))
            gol_alone += len(set(gol) - go)
            for who, where in [("go", w) for w in sorted(go - set(gol))] + [("gol", w) for w in sorted(set(gol) - go)]:
                if options.list:
                    print(f"{path}: {who} alone: {where[0]}:{where[1]} {where[2]} {gol.get(where, '')}")
            if root:
                shutil.rmtree(root)
    print(f"{looked} packages: {both} lines by both, {go_alone} by go vet alone, {gol_alone} by gol vet alone")


sys.exit(main())
