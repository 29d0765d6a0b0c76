#!/usr/bin/env bash
# The guides in docs/sdk show the files of a plugin byte by byte: each code block after a line
# `<!-- file: NAME -->` is compared with the file of that name, and each file of the plugin must be shown.
#   abi_docs_test.sh SOURCE-TREE
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# compare PAGE PLUGIN-FOLDER, both below the source tree
compare() {
    local shown=$folder/$(basename "$2")
    mkdir "$shown"
    awk -v folder="$shown" '
        /^<!-- file: .* -->$/ { name = $3; next }
        name != "" && /^```/ && !inside { inside = 1; file = folder "/" name; sub("/[^/]*$", "", file)
                                          system("mkdir -p \"" file "\""); printf "" > (folder "/" name); next }
        inside && /^```$/ { close(folder "/" name); inside = 0; name = ""; next }
        inside { print > (folder "/" name) }
    ' "$root/$1"
    if diff -r "$root/$2" "$shown"; then
        echo "$1: $(find "$shown" -type f | wc -l) files are the same"
    else
        echo "$1 (>) differs from $2 (<)"
        exit 1
    fi
}

root=$1
compare docs/sdk/first-plugin.md sdk/template
compare docs/sdk/after-the-commit.md sdk/examples/digest
compare docs/sdk/first-connector.md sdk/examples/kobo
compare docs/sdk/first-regime.md sdk/examples/florin
compare docs/sdk/plugin-in-c.md sdk/examples/hello
