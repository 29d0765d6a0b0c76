#!/usr/bin/env bash
# Compares the binary contract with the stored description of each released version, using abidiff on a probe
# library.
#   abi_baseline_test.sh SDK-FOLDER C-COMPILER
# Ends with 77 (skipped) without abidiff (package abigail-tools).
set -euo pipefail
sdk=$1 cc=$2

if ! command -v abidiff >/dev/null; then
    echo 'skipped: abidiff is not installed (apt-get install abigail-tools)'
    exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# compile MINOR INCLUDE-FOLDER OUTPUT
compile() { "$cc" -std=c11 -g -O0 -fPIC -shared "-DSVC_ABI_MINOR=$1" -I "$2" -o "$3" "$sdk/baselines/probe.c"; }

status=0
for baseline in "$sdk"/baselines/*/probe.abi; do
    version=$(basename "$(dirname "$baseline")")
    compile "${version#*.}" "$sdk/include" "$folder/probe.so"
    if abidiff --no-architecture "$baseline" "$folder/probe.so"; then
        echo "SDK $version: the same"
    else
        echo "SDK $version: the binary contract has changed; released members never move nor change"
        status=1
    fi
done

# What is experimental carries no promise, so it is in no baseline and not in what a plugin includes as svc/abi.h.
if grep -liE 'svc_x_' "$sdk"/baselines/*/* || printf '#include <svc/abi.h>\n' |
    "$cc" -std=c11 -E -dD -I "$sdk/include" - | grep -iE 'svc_x_'; then
    echo 'the binary contract contains something experimental (svc/abi/experimental.h)'
    status=1
fi

# Tests the check itself: it must detect that two functions of the same type have changed places.
cp -r "$sdk/include" "$folder/include"
sed -i 's/(\*date_of)/(*kept)/; s/(\*start_of)/(*date_of)/; s/(\*kept)/(*start_of)/' "$folder/include/svc/abi/business.h"
sed -i 's/(\*seal_cursor)/(*kept)/; s/(\*open_cursor)/(*seal_cursor)/; s/(\*kept)/(*open_cursor)/' \
    "$folder/include/svc/abi/business.h"
cmp -s "$sdk/include/svc/abi/business.h" "$folder/include/svc/abi/business.h" &&
    { echo 'the exchange of two members could not be made'; exit 1; }
compile 0 "$folder/include" "$folder/swapped.so"
if abidiff --no-architecture "$sdk/baselines/1.0/probe.abi" "$folder/swapped.so" >/dev/null; then
    echo 'abidiff does not see that two members have changed places'
    status=1
fi
exit "$status"
