#!/usr/bin/env bash
# Every plugin exports three functions and nothing else.
#   abi_exports_test.sh FOLDER...   folders with plugins: <folder>/<id>/lib<id>.so
# Ends with 77 (skipped) when there is no plugin.
set -euo pipefail

expected='svc_plugin_manifest_v1 svc_plugin_start_v1 svc_plugin_stop_v1 '
status=0 count=0
shopt -s nullglob
for folder in "$@"; do
    for library in "$folder"/*/*.so; do
        count=$((count + 1))
        exported=$(nm -D --defined-only "$library" | awk '{ print $NF }' | sort | tr '\n' ' ')
        if [[ $exported != "$expected" ]]; then
            echo "$library exports: $exported"
            echo "    expected: $expected"
            status=1
        fi
    done
done
if [[ $count -eq 0 ]]; then
    echo "skipped: no plugin below $*"
    exit 77
fi
echo "$count plugins"
exit "$status"
