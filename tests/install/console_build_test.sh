#!/usr/bin/env bash
# The steps of the build of the web console (host/cmake/console/build.cmake), with stand-ins for npm and node.
#   console_build_test.sh <source folder> <cmake>
set -euo pipefail

script=$1/host/cmake/console/build.cmake cmake=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# expect WHAT COMMAND…: the command succeeds.
expect() {
    local what=$1
    shift
    if ! "$@"; then
        echo "FAILED: $what"
        failures=$((failures + 1))
    fi
}
is_not_there() { [[ ! -e $1 ]]; }
fails() { ! "$@" >"$work/said" 2>&1; }

mkdir -p "$work/app" "$work/plugin"
echo '{}' | tee "$work/app/package.json" >"$work/app/package-lock.json"
cat >"$work/npm" <<'END'
#!/usr/bin/env bash
[[ -e $(dirname "$0")/offline ]] && { echo 'npm error code ECONNREFUSED' >&2; exit 1; }
[[ $* == 'ci --ignore-scripts --no-audit --no-fund --loglevel=error' && -f package-lock.json ]] && mkdir node_modules
END
cat >"$work/node" <<'END'
#!/usr/bin/env bash
[[ -e $(dirname "$0")/wrong ]] && exit 1
[[ $1 == */app/build.mjs && $2 == --openapi && $4 == --modules && -d $5 && $6 == --out ]] || exit 2
mkdir -p "$7/assets" && echo page >"$7/index.html" && echo "$RANDOM" >"$7/assets/app-$RANDOM.js"
END
chmod +x "$work/npm" "$work/node"

# step MODE STEP: runs one.
step() {
    "$cmake" -DSTEP="$2" -DMODE="$1" -DSOURCE="$work/app" -DFOLDER="$work/build" -DPLUGIN="$work/plugin" \
        -DNODE="$work/node" -DNPM="$work/npm" -P "$script"
}

expect 'packages are fetched' step AUTO packages
expect 'the application is built' step AUTO application
expect 'and lies beside the library' test -f "$work/plugin/data/app/index.html"
expect 'both are noted' test -f "$work/build/packages.stamp" -a -f "$work/build/application.stamp"
expect 'it is built again' step AUTO application
expect 'without files of the time before' test "$(find "$work/plugin/data/app/assets" -type f | wc -l)" -eq 1
expect 'nothing is written beside the sources' test "$(find "$work/app" -type f | wc -l)" -eq 2

touch "$work/wrong"
expect 'an application that cannot be built stops the build' fails step AUTO application
rm "$work/wrong"

touch "$work/offline"
expect 'ON needs the packages' fails step ON packages
expect 'and says why not' grep -q ECONNREFUSED "$work/said"
expect 'AUTO does without them' step AUTO packages 2>"$work/said"
expect 'and warns in one line' test "$(grep -c 'the web console is not built: .*ECONNREFUSED' "$work/said")" -eq 1
expect 'then there is no application' step AUTO application
expect 'not even an old one' is_not_there "$work/plugin/data/app"
expect 'and the next build tries again' is_not_there "$work/build/packages.stamp"

exit "$failures"
