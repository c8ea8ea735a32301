#!/usr/bin/env bash
# Builds the documentation as a static site in $BUILD/site, by MkDocs (docs/site/mkdocs.yml). Pictures and
# pages that the lessons show are made by the commands "gol show" that stand in them.
set -eu
cd "$(dirname "$0")/../.."
BUILD=$PWD/${BUILD:-build}
export SITE_SOURCE=$BUILD/site-source SITE_OUTPUT=$BUILD/site
PATH=$BUILD:$PATH

# A copy in which links between files are what they are in the repository.
rm -rf "$SITE_SOURCE" "$SITE_OUTPUT"
mkdir -p "$SITE_SOURCE"
cp --parents -r README.md CONTRIBUTING.md LICENSE contrib docs spec examples bench/*.md bench/plots \
    tests/README.md "$SITE_SOURCE"

parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT
(cd "$SITE_SOURCE" && grep -rl '^\$ .*gol show' --include=README.md docs examples) | while IFS= read -r page; do
    rm -f "$parts"/*
    awk -v OUT="$parts" -f tests/tools/pages.awk "$page"
    cat "$parts"/*.console | sed -n 's/^\$ \(.*gol show.*\)/\1/p' | while IFS= read -r command; do
        (cd "$SITE_SOURCE/${page%/*}" && bash -c "$command" > /dev/null) ||
            { echo "$page: failed: $command" >&2; exit 1; }
    done
done

PYTHONWARNINGS=ignore mkdocs build --quiet --config-file docs/site/mkdocs.yml

# Every link leads somewhere, and nothing is fetched from elsewhere.
linkchecker --no-status --quiet --config=docs/site/linkchecker.ini "$SITE_OUTPUT/index.html"
if grep -rnoE '<(script|link|img)[^>]+(src|href)="?(https?:)?//[^" >]+' --include='*.html' "$SITE_OUTPUT"; then
    echo "pages of the site fetch something from elsewhere" >&2
    exit 1
fi
echo "$SITE_OUTPUT/index.html: $(find "$SITE_OUTPUT" -name '*.html' | wc -l) pages"
