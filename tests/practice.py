"""What the scripts that attack gol have in common (bombs.py, expressions.py, faults.py, go_mutants.py, kills.py,
readers.py, statements.py): which gol, a seed, a pattern for what is attacked, a directory for their files, and the exit status."""
import argparse
import os
import random
import sys
import tempfile


def attack(run, **flags):
    """Parses the command line: --gol PATH, --seed N, PATTERN, and the flags, each with its type or its default. Calls
    run(options, rng, folder), and exits with status 1 if the number of failures that it returns is not 0."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--gol", default=os.environ.get("GOL", "build/gol"), type=os.path.abspath)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("pattern", nargs="?", default="")
    for name, value in flags.items():
        kind, default = (value, None) if isinstance(value, type) else (type(value), value)
        parser.add_argument(f"--{name}", type=kind, default=default)
    options = parser.parse_args()
    options.gol = os.path.abspath(options.gol)
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(run(options, random.Random(options.seed), folder) > 0)
