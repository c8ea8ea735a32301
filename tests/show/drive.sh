# Sourced by tests of the page: drives a page in a headless browser.
#   drive PAGE SCRIPT    prints the lines that the script leaves in the page
# Without a browser (tests/install-deps.sh show) it fails, saying nothing.
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
drive()
{
    { cat "$1"; printf '<script>\n'; cat "$ROOT/tests/show/drive.js" "$2"; printf '</script>\n'; } > driven.html
    HOME=$PWD timeout "${TEST_TIMEOUT:-60}" "$browser" --headless=new --no-sandbox --disable-gpu \
        --user-data-dir="$PWD/profile" --window-size=1400,1600 --virtual-time-budget=5000 \
        --dump-dom "file://$PWD/driven.html" 2> driven.err |
        sed -n '/<pre id="driven">/,/<\/pre>/p' | sed '1d;$d' |
        sed 's/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g'
}
