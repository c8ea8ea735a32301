# Two commands matter: `make` builds build/gol, `make test` checks it. `make help` lists the rest.

CC = gcc
PREFIX = /usr/local
BUILD = build
# The folders of the layer table.
LAYERS := $(shell sed -n 's/^| `\([a-z]*\)` .*/\1/p' CONTRIBUTING.md)

CFLAGS = -O2 -g
WARN = -Wall -Wextra -Wshadow -Wpointer-arith -Wstrict-prototypes -Wmissing-prototypes -Werror=switch
# No fused multiplication and addition, and a char with a sign, as on x86-64: programs compute the same on
# every machine.
ALL_CFLAGS = -std=gnu11 -ffp-contract=off -fsigned-char -I. -D_GNU_SOURCE $(WARN) $(CFLAGS) $(DEFS) $(SAN)
# Libraries that are part of gol need not be looked for and bound each time that it starts: a third
# less. make STATIC= takes the shared ones. Debian has no archive of cJSON.
STATIC = -Wl,-Bstatic
LIBS = $(STATIC) -lgc -lmpfr -lgmp -ledit -lncursesw -ltinfo -lbsd -lmd -lutf8proc -lxxhash -lz \
	-Wl,-Bdynamic -lcjson -lm

# Files named *_mpi.c are part of gol-mpi alone, which is built where there is a compiler for MPI.
SRC := $(sort $(shell find $(LAYERS) -name "*.c" ! -name "*_gen.c" ! -name "*_mpi.c"))
MPICC := $(shell command -v mpicc)
MPI_OBJ := $(patsubst %.c,$(BUILD)/%.o,$(shell find $(LAYERS) -name "*_mpi.c"))
OBJ := $(SRC:%.c=$(BUILD)/%.o) $(BUILD)/stdlib_embed.o $(BUILD)/stdlib_packed.o $(BUILD)/show_page.o
LIB_OBJ := $(filter-out $(BUILD)/cli/main.o,$(OBJ))
GOL_SRC := $(sort $(shell find stdlib -name '*.gol'))
# See make coverage.
ifdef COVERAGE
LIB_OBJ += $(BUILD)/tests/tools/coverage.o
$(BUILD)/tests/tools/coverage.o: private override DEFS += -DCOUNTERS='"$(abspath $(BUILD))"'
override LIBS += -Wl,--wrap=confine_process
endif
UNIT := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/unit/*_test.c))
LINK = $(CC) $(ALL_CFLAGS) -o $@ $(filter %.o %.a,$^) -Wl,--as-needed $(LIBS)

all: $(BUILD)/gol $(if $(MPICC),$(BUILD)/gol-mpi)

$(BUILD)/gol: $(BUILD)/cli/main.o $(BUILD)/libgol.a
	$(LINK)

# gol whose check has the processes that MPI starts: what they speak by takes the place of its namesake
# in the library.
$(BUILD)/gol-mpi: private override CC := OMPI_CC="$(CC)" MPICH_CC="$(CC)" $(MPICC)
$(BUILD)/gol-mpi: $(BUILD)/cli/main.o $(MPI_OBJ) $(BUILD)/libgol.a
	$(LINK)
$(MPI_OBJ): private override CC := OMPI_CC="$(CC)" MPICH_CC="$(CC)" $(MPICC)

# Tests link only what they use of this, so they build while another layer is being changed.
$(BUILD)/libgol.a: $(LIB_OBJ)
	@rm -f $@
	ar rcs $@ $^

# gcc's global common subexpression pass undoes what computed gotos are for; see vm/interp.c. A vector
# load of two registers that were just stored one by one has to wait for the stores.
ifneq ($(findstring clang,$(CC)),clang)
$(BUILD)/vm/interp.o: private ALL_CFLAGS += -fno-gcse -fno-tree-slp-vectorize
endif

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c $< -o $@

# The standard library's own sources travel inside the binary.
$(BUILD)/embed_gen: stdlib/embed_gen.c $(BUILD)/flags
	$(CC) $(ALL_CFLAGS) $< -o $@
$(BUILD)/stdlib_embed.c: $(BUILD)/embed_gen $(GOL_SRC) $(BUILD)/library_list
	$(BUILD)/embed_gen embedded_files stdlib $(GOL_SRC:stdlib/%=%) > $@.tmp && mv $@.tmp $@
$(BUILD)/stdlib_%.o: $(BUILD)/stdlib_%.c
	$(CC) $(ALL_CFLAGS) -c $< -o $@

# So does the page of gol show.
PAGE := $(sort $(wildcard show/page/*))
$(BUILD)/show_page.c: $(BUILD)/embed_gen $(PAGE)
	$(BUILD)/embed_gen page_files show/page $(PAGE:show/page/%=%) > $@.tmp && mv $@.tmp $@
$(BUILD)/show_%.o: $(BUILD)/show_%.c
	$(CC) $(ALL_CFLAGS) -c $< -o $@

# So do the packages of Go's library that stdlib/go.list names, from Debian's golang-src.
GO_SRC = /usr/share/go-1.19/src
PACK_OBJ = $(patsubst %,$(BUILD)/%.o,stdlib/go_source base/constraint base/buf base/vec \
	base/arena base/common)
$(BUILD)/pack_gen: stdlib/pack_gen.c $(PACK_OBJ) $(BUILD)/flags
	$(CC) $(ALL_CFLAGS) $< $(PACK_OBJ) -lz -o $@
$(BUILD)/stdlib_packed.c: $(BUILD)/pack_gen stdlib/go.list $(BUILD)/library_list | $(GO_SRC)
	$(BUILD)/pack_gen $(GO_SRC) stdlib/go.list > $@.tmp && mv $@.tmp $@
$(GO_SRC):
	$(error Go's library is missing, which is a part of gol: tests/install-deps.sh build installs it, \
	    or make GO_SRC=DIR takes it from the folder src of a Go 1.19)

# Stamps that change only when their content does: other flags, or another list of files, rebuild
# what depends on them.
define stamp
	@mkdir -p $(BUILD)
	@echo '$(1)' | cmp -s - $@ || echo '$(1)' > $@
endef
$(BUILD)/flags: FORCE
	$(call stamp,$(CC) $(ALL_CFLAGS))
$(BUILD)/library_list: FORCE
	$(call stamp,$(GO_SRC) $(GOL_SRC))

# A CHECK in a test is live; what a test expects it says with EXPECT.
$(BUILD)/tests/unit/%.o: private ALL_CFLAGS += -DGOL_CHECKS
$(BUILD)/tests/unit/%: $(BUILD)/tests/unit/%.o $(BUILD)/libgol.a
	$(LINK)

unit: $(UNIT)

# Checks -----------------------------------------------------------------------------------------

test:
	tests/install-deps.sh build terminal
	$(MAKE) -j$$(nproc) all unit
	BUILD=$(BUILD) tests/run

# The same tests on a build with live CHECKs that hunts for memory errors and undefined behaviour.
# libgc keeps pointers where the leak checker cannot see them, and scans stacks that it must not fake.
# Some tests take five times as long.
asan:
	TEST_TIMEOUT=900 ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0:allocator_may_return_null=1 \
	    UBSAN_OPTIONS=print_stacktrace=1 \
	    $(MAKE) test BUILD=build-asan DEFS=-DGOL_CHECKS CFLAGS="-O1 -g" \
	    SAN="-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer"

# The same tests on a hostile build: collect at every allocation, preempt everywhere, switch
# dispatch, live CHECKs.
stress:
	$(MAKE) test BUILD=build-stress DEFS="-DGOL_STRESS -DGOL_CHECKS"

# The same tests on arm64, under an emulator; TESTS=lang/ for some.
arm64:
	tests/arm64.sh $(TESTS)

# Every include and every link symbol must be one that the layer table allows, and every header must
# compile alone. Nothing is linked, and no library is packed.
objects: $(SRC:%.c=$(BUILD)/%.o) $(if $(MPICC),$(MPI_OBJ))
layers:
	@$(MAKE) -s -j$$(nproc) BUILD=build-layers CFLAGS=-O0 objects
	@BUILD=build-layers tests/layers.sh

# The longest functions and files: candidates for being split. Fails beyond the limits.
sizes:
	@tests/sizes.sh

# docs/adding.md, followed in a copy: what it says is enough, and the tests notice a detector that is
# wrong.
recipes: all unit
	BUILD=$(BUILD) tests/recipes.sh

# The two commands of README.md in a bare Debian: nothing they need is missing in install-deps.sh.
bare:
	tests/install-deps.sh bare
	PATH="$$PATH:/usr/sbin:/sbin" tests/bare.sh

# What gol vet proves of the functions of Go's race suite.
vet-table: all
	tests/install-deps.sh build suites
	BUILD=$(BUILD) tests/vet_table.sh

# Packages of Go libraries, their tests as entries: lines, open pairs, seconds. LIBRARIES are import
# paths in the folder where Debian's golang-*-dev packages are.
vet-libraries: all
	BUILD=$(BUILD) tests/vet_libraries.sh $(LIBRARIES)

# The checks of go vet against the programs that Go's own vet is tested with.
vet-go: all
	tests/install-deps.sh build vet
	BUILD=$(BUILD) tests/vet_go.py --floor 95

# The same against go vet, on Go libraries and packages of Go itself.
vet-compare: all
	tests/install-deps.sh build suites vet
	BUILD=$(BUILD) tests/vet_compare.py --list

# What runs show of the functions of the race suite.
vet-confirmed: all
	tests/install-deps.sh build suites
	CONFIRM=1 BUILD=$(BUILD) tests/vet_table.sh

# Programs with --facts and without; FACTS_EVERY=20 takes one in twenty.
FACTS_EVERY = 1
.PHONY: facts
facts: all
	BUILD=$(BUILD) tests/facts_suites.sh $(FACTS_EVERY)

# What each digest earns on Go's race-free functions and the race-free twins.
vet-ablation: vet-table
	$(BUILD)/gol vet --ablation $(BUILD)/suites/race/TestNoRace*.go \
	    $(filter-out %_racy.gol, $(wildcard tests/vet/*.gol))

# Random programs and mutations of realistic ones, COUNT of each of four kinds: what runs, fuzz and check
# find against what gol vet says.
vet-oracle: COUNT = 2500
vet-oracle: unit
	$(BUILD)/tests/unit/vet_oracle_test $(COUNT)

suites: all
	tests/install-deps.sh build suites
	BUILD=$(BUILD) tests/suites.sh

# Test suites of Go libraries that Debian packages, under go test and gol test.
libraries: all
	tests/install-deps.sh build libraries
	GOL=$(BUILD)/gol tests/libraries.py $(LIBRARY)

# The tests of Go's own library, under go test and gol test.
library-table: all
	tests/install-deps.sh build suites agree
	GOL=$(BUILD)/gol tests/go_library.py $(PACKAGES)

bench: all
	tests/install-deps.sh build bench
	BUILD=$(BUILD) bench/run.sh
	BUILD=$(BUILD) bench/figures.sh
	BUILD=$(BUILD) bench/scale.sh

# The same, and puts the figures into bench/README.md and the plots beside it.
bench-record: bench
	cat $(addprefix $(BUILD)/bench/,time.tsv figures.tsv scale.tsv) > bench/recorded.tsv
	bench/report.py record bench/recorded.tsv

# A minute of random programs for the lexer, parser and checker, one for each reader of traces;
# make FUZZ_SECONDS=600 for more.
FUZZ_SECONDS = 60
FUZZ_BUILD = BUILD=build-fuzz CC=clang CFLAGS="-O1 -g" SAN="-fsanitize=address,fuzzer-no-link"
fuzz-frontend:
	tests/install-deps.sh build fuzz
	$(MAKE) $(FUZZ_BUILD) build-fuzz/fuzz-frontend
	BUILD=build-fuzz tests/fuzz/run.sh $(FUZZ_SECONDS)
fuzz-traces:
	tests/install-deps.sh build fuzz
	$(MAKE) $(FUZZ_BUILD) all build-fuzz/fuzz-traces
	BUILD=build-fuzz tests/fuzz/traces.sh $(FUZZ_SECONDS)
$(BUILD)/fuzz-%: $(BUILD)/tests/fuzz/%.o $(BUILD)/libgol.a
	$(LINK) -fsanitize=fuzzer

# The search for schedules while its workers are killed: SECONDS=60 on each of three programs.
kill-fuzz: all
	GOL=$(abspath $(BUILD)/gol) tests/kill_fuzz.sh $(SECONDS)

# Programs that want all memory or all time, under every command and detector; EACH=2 for two of these
# for each program, SAMPLE=100 for some.
bombs: all
	tests/bombs.py --gol $(BUILD)/gol $(EACH:%=--each %) $(SAMPLE:%=--sample %)

# Every command is killed at random moments: what it has reported is on disk. COUNT=100 for fewer.
kills: all
	tests/kills.py --gol $(BUILD)/gol $(COUNT:%=--count %)

# Damaged input for everything that gol reads, for READ_SECONDS=60.
READ_SECONDS = 60
readers: all
	tests/readers.py --gol $(BUILD)/gol --seconds $(READ_SECONDS) --keep $(BUILD)/readers

# Mutants of Go's own test programs: machine code against the interpreter, gol against Go; ASAN=PATH for a
# third gol, which has sanitizers.
go-mutants: all
	tests/install-deps.sh build suites
	tests/go_mutants.py --gol $(BUILD)/gol $(COUNT:%=--count %) $(SEED:%=--seed %) $(ASAN:%=--asan %)

# Random expressions whose calls leave a trace: is the order that of the go command?
expressions: all
	tests/install-deps.sh build suites
	tests/expressions.py --gol $(BUILD)/gol $(COUNT:%=--count %) $(SEED:%=--seed %)

# Random functions of nested statements, against go.
statements: all
	tests/install-deps.sh build suites
	tests/statements.py --gol $(BUILD)/gol $(COUNT:%=--count %) $(SEED:%=--seed %)

# Each allocation, mapping and operation on a file of each command fails once; POINTS=100 for some.
faults: all $(BUILD)/faults.so
	tests/faults.py --gol $(BUILD)/gol --lib $(BUILD)/faults.so $(POINTS:%=--points %)
$(BUILD)/faults.so: tests/tools/faults.c
	$(CC) -O1 -Wall -Wextra -shared -fPIC -o $@ $< -ldl

# 20,000 random programs under all detectors, and a sample of them beside go build -race; tiny ones
# under all engines of gol check.
random-programs: unit all
	tests/install-deps.sh build suites
	$(BUILD)/tests/unit/random_programs_test 20000
	GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2 $(BUILD)/tests/unit/random_programs_test 500
	$(BUILD)/tests/unit/check_engines_test 1000 1 20000
	$(BUILD)/tests/unit/reference_test 5000
	BUILD=$(BUILD) tests/random_go.sh

# All of gol asked about the same programs, for SECONDS=120: no part may contradict another.
agree: SECONDS = 120
agree: all unit
	@tests/install-deps.sh agree
	BUILD=$(BUILD) tests/agree.py $(SECONDS)

# COUNT random small changes to the layers that decide verdicts: which does no test notice?
mutants: COUNT = 200
mutants: SEED = 1
mutants:
	tests/install-deps.sh build
	$(MAKE) BUILD=build-mutants/base CFLAGS=-O1 DEFS=-DGOL_CHECKS all unit
	COMPILE='$(CC) $(ALL_CFLAGS:-O2=-O1) -DGOL_CHECKS' LIBS='$(LIBS)' tests/mutants.py $(COUNT) $(SEED) $(FOLDERS)

# The same tests on a build that counts: what share of lines and branches do they take? With them count
# some of make faults, two suites of wrong programs, for the compiler and for vet, and the making of what
# is embedded. Early inlining and always_inline would count a function once for each of its callers.
coverage: COUNTING = BUILD=build-coverage COVERAGE=1 DEFS=-DGOL_CHECKS SAN="--coverage -fprofile-abs-path" \
    CFLAGS="-O1 -g1 -fno-early-inlining -Dalways_inline=unused"
coverage:
	tests/install-deps.sh build coverage
	mkdir -p build-coverage
	find build-coverage -name '*.gcda' -delete
	rm -f build-coverage/stdlib_*.c build-coverage/show_page.c
	$(MAKE) $(COUNTING) all unit
	TEST_TIMEOUT=900 $(MAKE) $(COUNTING) test
	$(MAKE) $(COUNTING) faults POINTS=8
	$(MAKE) $(COUNTING) vet-go
	tests/install-deps.sh build suites
	BUILD=build-coverage tests/suites.sh errorcheck
	tests/coverage.py build-coverage $(RECORD:1=record)

# 20,000 random programs that compute in loops, interpreted and compiled to machine code.
jit-programs: unit
	$(BUILD)/tests/unit/jit_programs_test 20000

demo:
	tests/install-deps.sh build
	$(MAKE) -j$$(nproc) all
	GOL=$(BUILD)/gol tests/demo.sh

# The documentation as a site, in $(BUILD)/site; docs/site/mkdocs.yml says by what.
.PHONY: docs
docs: all
	tests/install-deps.sh docs
	BUILD=$(BUILD) docs/site/build.sh

# Upkeep -----------------------------------------------------------------------------------------

deps:
	tests/install-deps.sh build terminal suites bench fuzz tidy show docs

C_FILES = $(shell find $(LAYERS) tests/unit tests/fuzz -name "*.[ch]")
format:
	@tests/install-deps.sh tidy
	@clang-format -i $(C_FILES)
# Fails where make format would change something.
check-format:
	@tests/install-deps.sh tidy
	@clang-format --dry-run -Werror $(C_FILES)
# The checks of .clang-tidy, one process per file; files for MPI need its headers. On stderr it only
# counts the warnings of system headers that it has left out. NODES=75000: of the states of a function
# it follows so many, a third of what it does by itself, in half the time.
tidy: TIDY_NODES = $(NODES:%=-Xclang -analyzer-config -Xclang max-nodes=%)
tidy:
	tests/install-deps.sh build tidy
	@printf '%s\n' $(filter-out %_mpi.c,$(filter %.c,$(C_FILES))) | xargs -P $$(nproc) -I{} \
	    sh -c 'clang-tidy --quiet {} -- -std=gnu11 -I. -D_GNU_SOURCE -DGOL_CHECKS $(TIDY_NODES) 2> /dev/null'

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 755 $(BUILD)/gol $(DESTDIR)$(PREFIX)/bin/gol
	if [ -e $(BUILD)/gol-mpi ]; then install -m 755 $(BUILD)/gol-mpi $(DESTDIR)$(PREFIX)/bin/gol-mpi; fi
	install -m 644 docs/gol.1 $(DESTDIR)$(PREFIX)/share/man/man1/gol.1
	for f in $(GOL_SRC); do \
	    install -D -m 644 $$f $(DESTDIR)$(PREFIX)/share/gol/$$f || exit 1; done
	install -m 644 LICENSE $(DESTDIR)$(PREFIX)/share/gol/LICENSE
	install -m 644 $(GO_SRC)/vendor/golang.org/x/net/LICENSE $(DESTDIR)$(PREFIX)/share/gol/LICENSE.go

uninstall:
	rm -rf $(DESTDIR)$(PREFIX)/bin/gol $(DESTDIR)$(PREFIX)/bin/gol-mpi $(DESTDIR)$(PREFIX)/share/man/man1/gol.1 $(DESTDIR)$(PREFIX)/share/gol

clean:
	rm -rf build build-asan build-stress build-fuzz build-clang

help:
	@echo 'make                 build $(BUILD)/gol'
	@echo 'make demo            find a race, replay it'
	@echo 'make test            run all tests; SEEDS=200 for more schedules of each example'
	@echo 'make asan, stress    the same tests on a sanitized, on a hostile build'
	@echo 'make arm64           the same tests on arm64, emulated; TESTS=lang/ for some'
	@echo 'make layers, sizes   includes that break the design; functions that are too long'
	@echo 'make recipes         follow docs/adding.md in a copy of the tree'
	@echo 'make bare            demo and test in a bare Debian, in a chroot; needs root'
	@echo 'make suites          the programs of the Go distribution'
	@echo 'make vet-libraries   what gol vet says of the Go libraries that Debian packages'
	@echo 'make vet-go          gol vet against the test programs of go vet; vet-compare: on libraries'
	@echo 'make vet-table       what gol vet proves of the race suite'
	@echo 'make vet-oracle      gol vet against runs of 10,000 random programs; COUNT=100 for 400'
	@echo 'make vet-confirmed   what it confirms by runs; vet-ablation: what each digest earns'
	@echo 'make library-table   the tests of Go itself for its library, under go test and gol test'
	@echo 'make bench           compare with Go, go build -race, yaegi, Lua, LuaJIT, CPython'
	@echo 'make bench-record    the same, and write bench/README.md and its plots'
	@echo 'make fuzz-frontend   random input for lexer, parser and checker'
	@echo 'make fuzz-traces     random input for the readers of traces'
	@echo 'make kill-fuzz       gol fuzz while its workers are killed, its disk is full, ...'
	@echo 'make faults          each allocation and operation on a file fails once; POINTS=100 for some'
	@echo 'make bombs           programs that want all memory or all time; EACH=1, SAMPLE=100 for some'
	@echo 'make kills           every command killed at random moments; COUNT=500'
	@echo 'make readers         damaged input for all that gol reads; READ_SECONDS=60'
	@echo 'make go-mutants      mutants of Go programs under three oracles; COUNT=1000 SEED=1'
	@echo 'make expressions     random expressions, and the order of their parts, against go; COUNT=20 SEED=1'
	@echo 'make statements      random functions of nested statements, against go; COUNT=20 SEED=1'
	@echo 'make random-programs  random programs: detectors against each other and Go'
	@echo 'make agree           whether all parts of gol say the same of a program; SECONDS=3600 for long'
	@echo 'make coverage        the share of lines and branches that the tests take; RECORD=1 records it'
	@echo 'make mutants         small changes that no test notices; COUNT=200 SEED=1 FOLDERS=predict'
	@echo 'make jit-programs    random programs: machine code against the interpreter'
	@echo 'make format, tidy    clang-format, clang-tidy; check-format changes nothing'
	@echo 'make docs            the documentation and the course as a site, in $(BUILD)/site'
	@echo 'make deps            install everything that any of these needs'
	@echo 'make install         into PREFIX=$(PREFIX)'
	@echo 'make uninstall       what make install has put there'

FORCE:
.PHONY: arm64 uninstall agree all vet-compare vet-go vet-libraries coverage mutants unit test asan stress layers objects sizes recipes bare suites libraries library-table bench bench-record fuzz-frontend fuzz-traces \
        bombs kills readers go-mutants expressions statements faults kill-fuzz random-programs jit-programs demo deps format check-format tidy install clean help FORCE
.SECONDARY:

-include $(SRC:%.c=$(BUILD)/%.d) $(UNIT:%=%.d)
