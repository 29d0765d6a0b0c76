#!/usr/bin/env bash
# Business rules are pure functions: files in a folder `rules/`, or named `rules.*`, of a plugin neither call
# the host nor contain SQL, so that they can be tested and read without either (docs/architecture.md, "Where
# things are in a module").
#   pure_rules_test.sh SOURCE-TREE
set -euo pipefail

# These headers give access to the host: a file that includes one of them, directly or not, can call it.
# So does the generated bindings.hpp, which is not in the tree. The generated records.hpp holds only the API
# structs: what it reaches is what svc/records.hpp reaches.
readonly HOST_HEADERS='svc/abi.h svc/call.hpp svc/database.hpp svc/host.hpp svc/http.hpp svc/http_client.hpp bindings.hpp'
readonly RECORDS='records.hpp'
readonly CALLS='\b(Call|Request|Rows?)[[:space:]]*&|\bcalls::|\bemit[[:space:]]*\(|\bdb[[:space:]]*\(\)'
readonly SQL='\b(SELECT|DELETE FROM|INSERT INTO|WITH [a-z_]+ AS \(|UPDATE [a-z_.]+ SET|ORDER BY|LEFT JOIN)\b'

# "FILE HEADER" of allowed includes: the file uses only a value type from the header, although the header also
# declares calls.
declare -A allowed=(
    # percentEncode, a pure text function.
    ['regimes/es-verifactu/rules/record.cpp svc/http_client.hpp']=1
    # BookLine, the element that a reader of the books returns.
    ['plugins/ledger/export/rules/export_lines.hpp accounting/books.hpp']=1
    # ChartOfAccounts, built from JSON; another function in the header asks the ledger for one.
    ['plugins/ledger/export/rules/trial_balance.hpp accounting/chart.hpp']=1
    # Company, the data of the company of a call.
    ['plugins/storefront/order/rules/order.hpp trade/tax_terms.hpp']=1
)

# The plugin of FILE: `plugins/sales` for plugins/sales/quote/store.hpp.
plugin_of() { # FILE
    local below=${1#*/}
    plugin=${1%%/*}/${below%%/*}
}

# Sets `file` to the file of the tree that an include of FILE refers to; empty for a library header.
resolve() { # FILE HEADER
    local plugin folder
    plugin_of "$1"
    for folder in "${1%/*}" "$plugin" plugins/common regimes/common connectors/common sdk/include; do
        file=$folder/$2
        [[ -f $file ]] && return
    done
    file=
    if [[ $2 == "$RECORDS" ]]; then
        file=sdk/include/svc/$RECORDS
    fi
}

declare -A reason # of a file: the host header that it reaches, by which way; `-` when none

# The headers that FILE includes.
headers() {
    sed -nE 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"]([^>"]+)[>"].*/\1/p' "$1"
}

# Sets reason[FILE] to the include chain through which FILE reaches a host header; empty when it reaches none.
reach() { # FILE
    [[ -n ${reason[$1]:-} ]] && return
    reason[$1]=-
    local header file
    while read -r header; do
        [[ -n ${allowed[$1 $header]:-} ]] && continue
        if [[ " $HOST_HEADERS " == *" $header "* ]]; then
            reason[$1]=$header
            return
        fi
        resolve "$1" "$header"
        [[ -z $file ]] && continue
        reach "$file"
        if [[ ${reason[$file]} != - ]]; then
            reason[$1]="$header > ${reason[$file]}"
            return
        fi
    done < <(headers "$1")
}

readonly RULES='/rules/|/rules\.(hpp|cpp)$'

# Every rules file of the tree in the current folder.
rules() {
    find plugins regimes connectors -type f \( -name '*.hpp' -o -name '*.cpp' \) 2>/dev/null |
        grep -E "$RULES" | grep -vE '_test\.cpp$|/tests/|/testing/' | sort
}

# The headers of its own plugin that FILE includes and that are not rules files.
others() {
    local header file plugin
    plugin_of "$1"
    while read -r header; do
        resolve "$1" "$header"
        if [[ $file == "$plugin"/* && ! $file =~ $RULES ]]; then
            printf '%s includes %s, which is no rule\n' "$1" "$file"
        fi
    done < <(headers "$1")
}

# Prints the violations in the tree of the current folder.
judge() {
    local file found
    while read -r file; do
        reach "$file"
        if [[ ${reason[$file]} != - ]]; then
            printf '%s includes %s\n' "$file" "${reason[$file]}"
        fi
        others "$file"
        found=$(sed -E 's|//.*||' "$file" | grep -nE "$CALLS" || true)
        if [[ -n $found ]]; then
            printf '%s calls the host:\n%s\n' "$file" "$found"
        fi
        found=$(sed -E 's|//.*||' "$file" | grep -nE "$SQL" || true)
        if [[ -n $found ]]; then
            printf '%s speaks SQL:\n%s\n' "$file" "$found"
        fi
    done < <(rules)
}

# Builds a tree with each kind of violation, to check that they are found.
make_wrong_tree() {
    mkdir -p sdk/include/svc plugins/shop/sale/rules plugins/shop/quote plugins/shop/order/rules plugins/common/trade
    touch sdk/include/svc/abi.h sdk/include/svc/money.hpp sdk/include/svc/records.hpp
    echo '#include <svc/abi.h>' >sdk/include/svc/database.hpp
    echo '#include <svc/database.hpp>' >sdk/include/svc/columns.hpp
    echo '#include <svc/database.hpp>' >plugins/common/trade/prices.hpp
    echo '#include <svc/columns.hpp>' >plugins/shop/sale/rules/columns.cpp
    touch plugins/shop/quote/store.hpp
    echo '#include "quote/store.hpp"' >plugins/shop/sale/rules/stored.cpp
    echo '#include "trade/prices.hpp"' >plugins/shop/quote/rules.cpp
    echo 'int sum(Call& call);' >plugins/shop/order/rules/sum.hpp
    echo '#include <bindings.hpp>' >plugins/shop/order/rules/bound.hpp
    echo 'const char* all = "SELECT 1";' >plugins/shop/order/rules/all.cpp
    printf '#include <svc/money.hpp>\n#include <records.hpp>\n// not Call& and not SELECT\n' \
        >plugins/shop/order/rules/good.hpp
}

wrong=$(mktemp -d)
trap 'rm -rf "$wrong"' EXIT
told=$(cd "$wrong" && make_wrong_tree && judge)
for sentence in 'plugins/shop/sale/rules/columns.cpp includes svc/columns.hpp > svc/database.hpp' \
    'plugins/shop/quote/rules.cpp includes trade/prices.hpp > svc/database.hpp' \
    'plugins/shop/sale/rules/stored.cpp includes plugins/shop/quote/store.hpp, which is no rule' \
    'plugins/shop/order/rules/bound.hpp includes bindings.hpp' \
    'plugins/shop/order/rules/sum.hpp calls the host' 'plugins/shop/order/rules/all.cpp speaks SQL'; do
    if ! grep -qF "$sentence" <<<"$told"; then
        printf 'this check does not see a mistake any more: %s\n' "$sentence"
        exit 1
    fi
done
if grep -q 'good.hpp' <<<"$told"; then
    printf 'this check sees a mistake where none is:\n%s\n' "$told"
    exit 1
fi

cd "$1"
count=$(rules | wc -l)
if [[ $count -eq 0 ]]; then
    echo 'no rules were found: have the folders other names now?'
    exit 1
fi
told=$(judge)
if [[ -n $told ]]; then
    printf '%s\n' "$told"
    exit 1
fi
echo "$count files of rules compute only"
