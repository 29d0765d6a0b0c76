#!/bin/bash
# build_inside_test.sh <cmake> <generator> <prefix of the SDK> <folder>: when a plugin's build folder is
# inside its sources, its data files are copied once, however often it is configured.
set -eu
cmake=$1 generator=$2 prefix=$3 folder=$4

rm -rf "$folder"
cp -r "$prefix/share/svc/template" "$folder"
for _ in 1 2 3; do
    "$cmake" -S "$folder" -B "$folder/build" -G "$generator" -D CMAKE_PREFIX_PATH="$prefix" -D BUILD_TESTING=OFF \
        > "$folder/log"
    "$cmake" --build "$folder/build" --target plugin_notes_data >> "$folder/log"
done
found=$(cd "$folder/build/plugins/notes" && find . -type f | LC_ALL=C sort | tr '\n' ' ')
expected='./migrations/0001_notes.sql ./openapi.yaml ./plugin.yaml '
if [ "$found" != "$expected" ]; then
    echo "found $found, expected $expected" >&2
    exit 1
fi
