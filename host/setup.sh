# Shared by host/run and tests/run: packages, build folder, configuration of the build.
# shellcheck shell=bash
#
# Everything said goes to standard error: standard output belongs to the service and to ctest.

say() { printf '%s\n' "$*" >&2; }
fail() { say "$0: $*"; exit 1; }

# has_node: are node 18.20 or later and npm on the PATH? Those of others (NodeSource) conflict with Debian's npm.
has_node() {
    command -v npm >/dev/null && node -e '
        const [major, minor] = process.versions.node.split(".").map(Number);
        process.exit(major > 18 || (major === 18 && minor >= 20) ? 0 : 1)' 2>/dev/null
}

# needed_packages KIND...: the packages of these kinds in packages.list.
needed_packages() {
    local wanted kind name unless
    for wanted in "$@"; do
        while read -r kind name unless; do
            if [[ $kind == "$wanted" ]] && { [[ $unless != node ]] || ! has_node; }; then
                printf '%s\n' "$name"
            fi
        done <"$SVC_ROOT/host/packages.list"
    done
}

# missing_packages NAME...: prints the packages that are not installed, with a single call of dpkg-query.
missing_packages() {
    local installed name
    # dpkg-query fails when it does not know a package, which is not an error here.
    installed=" $({ dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true; } |
        sed -n 's/^installed //p' | tr '\n' ' ')"
    for name in "$@"; do
        [[ $installed == *" $name "* ]] || printf '%s\n' "$name"
    done
}

# as_root COMMAND...: runs it directly as root, else through sudo.
as_root() {
    if [[ $EUID -eq 0 ]]; then
        "$@"
    else
        sudo -- "$@"
    fi
}

may_become_root() {
    [[ $EUID -eq 0 ]] && return 0
    command -v sudo >/dev/null || return 1
    # Without a terminal sudo cannot ask for a password.
    sudo -n true 2>/dev/null || { [[ -t 0 ]] && sudo -v; }
}

# PostgreSQL's package creates and starts a default cluster when it is installed. The service has a private cluster, so
# the default one is suppressed, for this installation only.
decline_cluster='/etc/postgresql-common/createcluster.d/svc-no-main-cluster.conf'

install_packages() {
    local removed
    local -a apt=(env DEBIAN_FRONTEND=noninteractive apt-get -y -o Acquire::Retries=3
        -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 --no-install-recommends)
    as_root "${apt[@]}" -q update >&2 || fail 'the list of packages could not be fetched; is the network there?'
    removed=$("${apt[@]}" -q -s install "$@" 2>/dev/null | sed -n 's/^Remv \([^ ]*\).*/\1/p' | tr '\n' ' ')
    if [[ -n $removed ]]; then
        say "Installing what is needed would remove: $removed"
        say '(the packages of another Boost, libboost1.74-dev for one, cannot stay beside libboost1.81-dev)'
        fail "if that is fine: apt-get install --no-install-recommends $*"
    fi
    trap 'as_root rm -f "$decline_cluster"' EXIT
    as_root mkdir -p "${decline_cluster%/*}"
    echo 'create_main_cluster = false' | as_root tee "$decline_cluster" >/dev/null
    as_root "${apt[@]}" -q install "$@" >&2 || fail 'the packages could not be installed; see above'
    as_root rm -f "$decline_cluster"
    trap - EXIT
}

# ensure_packages KIND...: installs what is missing, or says exactly what to install.
ensure_packages() {
    local -a needed missing
    command -v dpkg-query >/dev/null || fail 'this needs Debian 12 (dpkg is not there)'
    mapfile -t needed < <(needed_packages "$@")
    mapfile -t missing < <(missing_packages "${needed[@]}")
    [[ ${#needed[@]} -gt 0 ]] || fail "$SVC_ROOT/host/packages.list cannot be read"
    [[ ${#missing[@]} -eq 0 ]] && return 0
    # shellcheck disable=SC1091
    if [[ $(. /etc/os-release && echo "$ID $VERSION_ID") != 'debian 12' ]]; then
        say 'Note: this was made for Debian 12; another release may lack some of these packages.'
    fi
    if ! may_become_root; then
        say 'These packages are missing, and only root may install them. Run, then start again:'
        say "    apt-get update && apt-get install -y --no-install-recommends ${missing[*]}"
        exit 1
    fi
    say "Installing ${#missing[@]} packages: ${missing[*]}"
    install_packages "${missing[@]}"
}

# Compilers take 700 MB for most sources and 1,300 MB for the largest: limits parallel jobs by memory and processors.
build_jobs() {
    local processors memory
    processors=$(nproc)
    memory=$(awk '/^MemAvailable:/ { print int($2 / 700000) }' /proc/meminfo 2>/dev/null || true)
    memory=${memory:-$processors}
    ((memory < 1)) && memory=1
    echo $((processors < memory ? processors : memory))
}

# build FOLDER CMAKE-ARGUMENT...: configures when that was not done yet with these arguments, then builds.
build() {
    local folder=$1 stamp wanted
    shift
    mkdir -p "$folder/tmp" || fail "the build folder $folder cannot be made; SVC_BUILD names another one"
    [[ -w $folder && -w $folder/tmp ]] ||
        fail "the build folder $folder belongs to $(stat -c %U "$folder"); SVC_BUILD names another one"
    # A programme started by the tests may run as another user.
    chmod 1777 "$folder/tmp" 2>/dev/null || true
    export TMPDIR=$folder/tmp
    stamp=$folder/configured
    wanted="$SVC_ROOT $*"
    if [[ ! -f $folder/build.ninja || $(cat "$stamp" 2>/dev/null) != "$wanted" ]]; then
        rm -rf "$folder/CMakeCache.txt" "$folder/CMakeFiles" "$stamp"
        cmake -S "$SVC_ROOT" -B "$folder" -G Ninja "$@" >&2 || fail 'the build could not be configured; see above'
        printf '%s' "$wanted" >"$stamp"
    fi
    # Allocating the compiler's memory in huge pages saves a few per cent of its time.
    GLIBC_TUNABLES=glibc.malloc.hugetlb=1 ninja -C "$folder" -j "$(build_jobs)" >&2 || fail 'the build failed; see above'
}
