#!/bin/sh
# The rules of style that a machine can check. With the argument clang-format: only that the tree is
# formatted as clang-format 14 does it (exit 77, a skip, where there is no such version).
cd "$(dirname "$0")/.." || exit 1
list=$(mktemp) && problems=$(mktemp) && trap 'rm -f "$list" "$problems"' EXIT

# The files of the tree, those not yet committed too; data and results are not ours to judge.
if ! git ls-files -co --exclude-standard >"$list" 2>/dev/null; then
    find . -type f -not -path './.git/*' -not -path './build*' | sed 's,^\./,,' >"$list"
fi
files() { # files <extended regular expression>...: those whose path matches
    grep -E "$1" "$list" | grep -vE '^(tests/data|bench/results)/' | while IFS= read -r file; do
        [ -f "$file" ] && printf '%s\n' "$file"
    done
}
report() { # report <what is wrong>, with the places on stdin
    places=$(cat)
    if [ -n "$places" ]; then
        printf '%s:\n%s\n' "$1" "$places" >>"$problems"
    fi
}
finish() {
    cat "$problems"
    [ ! -s "$problems" ]
    exit
}
each() { # each <file pattern> <awk program that prints places>
    files "$1" | tr '\n' '\0' | LC_ALL=C xargs -0 awk "$2"
}

code='\.(c|h|cc)$'
if [ "${1-}" = clang-format ]; then
    for tool in clang-format-14 clang-format; do
        case $($tool --version 2>/dev/null) in *'version 14.'*) format=$tool ;; esac
        [ -n "${format-}" ] && break
    done
    if [ -z "${format-}" ]; then
        echo "SKIPPED clang_format: there is no clang-format 14"
        exit 77
    fi
    files "$code" | tr '\n' '\0' | xargs -0 "$format" --dry-run -Werror --ferror-limit=1 2>&1 |
        sed -n 's/^\([^:]*\):[0-9].*/\1/p' | sort -u | report "clang-format would change"
    finish
fi

scripts='\.(def|cmake|in|sh)$|^\.ci/run$|^cmake/quickstart$|CMakeLists\.txt$'
text="$code|$scripts|\.(md|json)$|^(LICENSE|\.[a-z-]+)$"
each "$text" '/[^\t -~]/ { print FILENAME ":" FNR }' | report "bytes that are not ASCII, or CR"
each "$text" '/[ \t]$/ { print FILENAME ":" FNR }' | report "blanks at the end of a line"
each "$text" '/\t/ { print FILENAME ":" FNR }' | report "tabs"
each "$code|$scripts" 'length > 100 { print FILENAME ":" FNR ": " length }' |
    report "lines over 100 columns"
files "$text" | while IFS= read -r file; do
    [ -z "$(tail -c 1 "$file")" ] || printf '%s\n' "$file"
done | report "no line end at the end of the file"
each "$code" 'FNR == 601 && FILENAME != "kernels/pow10.c" { print FILENAME }' |
    report "files over 600 lines (but for the table)"
each "$code" 'FNR == 1 && !/^\/[*\/] / { print FILENAME }' | report "no purpose line at the top"
each '^[a-z]+/README\.md$' 'FNR == 26 { print FILENAME }' |
    report "READMEs of rooms over 25 lines"
for room in include dispatch kernels tests bench cmake tools; do
    if files "^$room/" | grep -q . && [ ! -f "$room/README.md" ]; then echo "$room/"; fi
done | report "rooms without a README.md"
each "$code" '/(^|[^A-Za-z_])(TODO|FIXME|XXX|HACK)([^A-Za-z_]|$)/ { print FILENAME ":" FNR }' |
    report "unfinished work"
finish
