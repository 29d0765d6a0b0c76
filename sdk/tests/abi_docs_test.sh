#!/usr/bin/env bash
# The guide docs/sdk/first-plugin.md shows the files of the template byte by byte: each block of code after a line
# `<!-- file: NAME -->` is compared with sdk/template/NAME, and each file of the template must be shown.
#   abi_docs_test.sh SOURCE-TREE
set -euo pipefail
guide=$1/docs/sdk/first-plugin.md template=$1/sdk/template
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

awk -v folder="$folder" '
    /^<!-- file: .* -->$/ { name = $3; next }
    name != "" && /^```/ && !inside { inside = 1; file = folder "/" name; sub("/[^/]*$", "", file)
                                      system("mkdir -p \"" file "\""); printf "" > (folder "/" name); next }
    inside && /^```$/ { close(folder "/" name); inside = 0; name = ""; next }
    inside { print > (folder "/" name) }
' "$guide"

if diff -r "$template" "$folder"; then
    echo "$(find "$folder" -type f | wc -l) files are the same"
else
    echo "docs/sdk/first-plugin.md (>) differs from sdk/template (<)"
    exit 1
fi
