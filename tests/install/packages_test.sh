#!/usr/bin/env bash
# Makes some of the Debian packages from an existing build, twice, and looks at what is in them.
#   packages_test.sh <build folder> <source folder> <cpack>
# Exit code 77: not possible here.
set -euo pipefail

build=$1 sources=$2 cpack=$3
for program in dpkg-deb dpkg-shlibdeps gzip; do
    if ! command -v "$program" >/dev/null; then
        echo "skipped: $program is not installed (Debian packages dpkg-dev, gzip)"
        exit 77
    fi
done
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

# make FOLDER: the packages of the host, of a plugin that needs another one, and the one that is empty.
make_packages() {
    (
        umask 077 # the modes in the packages do not depend on it
        SOURCE_DATE_EPOCH=1700000000 "$cpack" --config "$build/CPackConfig.cmake" -B "$1" \
            -D 'CPACK_COMPONENTS_ALL=host;plugin-fr-accounting;business' >"$1.log" 2>&1 || { cat "$1.log"; exit 1; }
    )
}
mkdir "$work/first" "$work/second"
make_packages "$work/first"
sleep 1.1 # another second, so that a time of its own would be seen
make_packages "$work/second"
version=$(sed -n 's/^set(CPACK_PACKAGE_VERSION "\(.*\)")$/\1/p' "$build/CPackConfig.cmake")
architecture=$(dpkg --print-architecture)
host=$work/first/svc-host_${version}_$architecture.deb
plugin=$work/first/svc-plugin-fr-accounting_${version}_$architecture.deb
business=$work/first/svc-business_${version}_all.deb
for package in "$host" "$plugin" "$business"; do
    expect "$package is the same when it is made again" cmp "$package" "$work/second/${package##*/}"
done

# field FILE NAME
field() { dpkg-deb --field "$1" "$2"; }
has() { [[ $1 == *"$2"* ]] || { echo "no '$2' in: $1"; return 1; }; }
depends=$(field "$host" Depends)
expect 'libraries of the host are found' has "$depends" 'libc6 (>= '
expect 'libraries of the host are found' has "$depends" 'libpq5'
expect 'the host offers its SDK' has "$(field "$host" Provides)" 'svc-sdk-abi-1 (= 1.'
expect 'a plugin needs the SDK it was made for' has "$(field "$plugin" Depends)" 'svc-host, svc-sdk-abi-1 (>= 1.'
expect 'a plugin needs the plugins that it requires' has "$(field "$plugin" Depends)" 'svc-plugin-ledger'
expect 'the usual plugins are those of svc.yaml' has "$(field "$business" Depends)" 'svc-plugin-integrations'
expect 'the configuration is kept at an upgrade' test "$(dpkg-deb --info "$host" conffiles)" = /etc/svc/svc.yaml

# Every plugin of the sources has a package.
components=$(sed -n 's/^set(CPACK_COMPONENTS_ALL "\(.*\)")$/;\1;/p' "$build/CPackConfig.cmake")
for file in "$sources"/{plugins,regimes,connectors}/*/plugin.yaml; do
    id=$(basename "$(dirname "$file")")
    expect "svc-plugin-$id is a package" has "$components" ";plugin-$id;"
done

# Only the program, libraries of plugins, nothing that others may write, and what Debian asks of each package.
for package in "$host" "$plugin" "$business"; do
    name=${package##*/}
    name=${name%%_*}
    listed=$(dpkg-deb --contents "$package")
    expect "$name belongs to root, with modes 0755 and 0644" test -z "$(grep -vE '^(drwxr-xr-x|-rwxr-xr-x|-rw-r--r--) root/root ' <<<"$listed")"
    for file in copyright changelog.gz; do
        expect "$name has its $file" has "$listed" " ./usr/share/doc/$name/$file"
    done
done
root=$work/root
dpkg-deb --extract "$host" "$root"
dpkg-deb --extract "$plugin" "$root"
for script in postinst prerm postrm; do
    dpkg-deb --info "$host" "$script" >"$work/$script"
    expect "$script is a script" sh -n "$work/$script"
    expect "$script deletes no data" test -z "$(grep -nE '\b(rm|userdel|deluser)\b' "$work/$script")"
done
expect 'the manual has every command' test "$(gzip -dc "$root/usr/share/man/man1/svc-host.1.gz" | grep -c '^\.SS ')" -ge 12
for name in svc-host svc-plugin-fr-accounting; do
    bill=$(<"$root/usr/share/doc/$name/sbom.cdx.json")
    expect "$name has a bill of materials" has "$bill" '"bomFormat":"CycloneDX","specVersion":"1.5"'
    expect "$name names its libraries" has "$bill" '"purl":"pkg:deb/debian/libstdc%2B%2B6@'
done

# The program runs from there, and finds the plugin and mistakes of nothing but the plugins that are not packed here.
export CREDENTIALS_DIRECTORY=$work/credentials SVC_DATA=$work/data
mkdir "$CREDENTIALS_DIRECTORY"
(umask 077 && printf '%064d' 7 >"$CREDENTIALS_DIRECTORY/master.key")
mistakes=$("$root/usr/bin/svc-host" check-config "$root/etc/svc/svc.yaml" || true)
expect 'plugins are missing' has "$mistakes" 'plugins.enabled.sales: '
expect 'the configuration has no other mistake' test -z "$(grep -vE ': (plugins\.enabled\.[a-z-]+|server\.port): ' <<<"$mistakes")"
expect 'packages of plugins are installed where the service cannot write' grep -q '^  store: /var/lib/svc/plugins ' "$root/etc/svc/svc.yaml"
expect 'the plugin is found' has "$("$root/usr/bin/svc-host" plugins list --config /dev/null)" 'fr-accounting'

if command -v systemd-analyze >/dev/null; then
    mkdir -p "$root/bin"
    cp "$(type -P kill)" "$root/bin/kill"
    cp /usr/lib/systemd/system/{sysinit,basic,shutdown,network-online,multi-user,timers}.target "$root/usr/lib/systemd/system/"
    said=$(systemd-analyze verify --root="$root" svc-host.service svc-verify.timer 2>&1) || failures=$((failures + 1))
    expect 'the units are understood' test -z "$said"
    # In tenths: 1.2 of 10, where a unit without any protection has 9.6.
    expect 'the unit protects the machine' systemd-analyze security --offline=yes --root="$root" --threshold=15 svc-host.service >/dev/null
fi

[[ $failures -eq 0 ]] || { echo "$failures failures"; exit 1; }
echo 'the packages are good'
