#!/usr/bin/env bash
# Compiles generated bindings with each installed compiler, and links them without their handlers. Compiles
# records.hpp alone, and looks at the headers that it reaches: none of them gives access to the host.
#   bind_compiles_test.sh FOLDER-OF-BINDINGS SDK-INCLUDE-FOLDER
set -euo pipefail
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
warnings=(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Werror)
for compiler in g++ clang++; do
    if command -v $compiler > /dev/null; then
        $compiler -std=c++20 -O0 -fPIC "${warnings[@]}" -I "$2" -c "$1/bindings.cpp" -o "$out/$compiler.o"
        echo '#include "records.hpp"' >"$out/records.cpp"
        $compiler -std=c++20 -fsyntax-only "${warnings[@]}" -I "$1" -I "$2" "$out/records.cpp"
        echo "$compiler compiles them"
    fi
done
reached=$(c++ -std=c++20 -M -I "$1" -I "$2" "$out/records.cpp" | grep -oE 'svc/[a-z_/]+\.(h|hpp)' | sort -u)
if ! grep -qx 'svc/records.hpp' <<<"$reached"; then
    echo "the headers that records.hpp reaches were not found"
    exit 1
fi
if found=$(grep -E 'abi|/(bindings|call|database|host|http|http_client|plugin)\.hpp' <<<"$reached"); then
    echo "records.hpp reaches the host through $found"
    exit 1
fi
echo "records.hpp reaches no header of the host"
if c++ -shared -Wl,-z,defs "$out"/g++.o -o "$out/plugin.so" 2> "$out/errors"; then
    echo "linked, although no handler is defined"
    exit 1
fi
for name in 'svc::sample_shop::createSample(svc::Request&, svc::sample_shop::api::NewSample const&)' \
            'svc::sample_shop::commands::documentSample(' 'svc::sample_shop::commands::send(' 'svc::sample_shop::hooks::release(' \
            'svc::sample_shop::subscribers::tell(' 'svc::sample_shop::jobs::tidyUp('; do
    if ! grep -qF "undefined reference to \`$name" "$out/errors"; then
        echo "the linker does not name $name"
        exit 1
    fi
done
echo "missing handlers are named"
