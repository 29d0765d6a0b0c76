#!/usr/bin/env bash
# Include rules (docs/architecture.md): the host includes no plugin, a plugin includes only the SDK.
#   abi_includes_test.sh SOURCE-TREE
set -euo pipefail
cd "$1"
status=0

# refuse WHY PATTERN PATH...: fails when an #include in these files matches.
refuse() {
    local why=$1 pattern=$2 found
    shift 2
    local -a paths=()
    for path in "$@"; do
        [[ -e $path ]] && paths+=("$path")
    done
    [[ ${#paths[@]} -eq 0 ]] && return
    found=$(grep -rnE --include='*.h' --include='*.hpp' --include='*.cpp' --include='*.c' --include='*.inc' \
        "^[[:space:]]*#[[:space:]]*include[[:space:]]*[<\"]($pattern)" "${paths[@]}" || true)
    if [[ -n $found ]]; then
        printf '%s:\n%s\n' "$why" "$found"
        status=1
    fi
}

refuse 'only the host may include the host or Poco' '(\.\./)*host/|Poco/' sdk plugins regimes connectors
refuse 'the host never includes a plugin' '(\.\./)*(plugins|regimes|connectors)/' host sdk
refuse 'the front knows nothing of what the pipeline does with requests' 'host/http/pipeline/' host/http/front

found=$(grep -rnE '^[[:space:]]*#[[:space:]]*include' sdk/include/svc/abi.h sdk/include/svc/abi |
    grep -vE '<(stddef\.h|stdint\.h|svc/abi/[a-z]+\.h)>' || true)
if [[ -n $found ]]; then
    printf 'the C headers include only stddef.h, stdint.h and one another:\n%s\n' "$found"
    status=1
fi

# A plugin may include its own headers by "<id>/…" or "plugins/<id>/…", but never those of another plugin.
for kind in plugins regimes connectors; do
    for folder in "$kind"/*/; do
        [[ -d $folder ]] || continue
        own=$(basename "$folder")
        # `common` holds code shared by the plugins of one kind (regimes/common, connectors/common).
        others=$(find plugins regimes connectors -mindepth 1 -maxdepth 1 -type d -printf '%p\n' 2>/dev/null |
            grep -vE "/($own|common)\$" | paste -sd'|' || true)
        [[ -n $others ]] && refuse "plugin $own includes another plugin" "(\\.\\./)*($others)/" "$folder"
        names=$(tr '|' '\n' <<<"$others" | sed 's|.*/||' | paste -sd'|')
        [[ -n $names ]] && refuse "plugin $own includes another plugin" "(\\.\\./)+($names)/" "$folder"
    done
done
exit "$status"
