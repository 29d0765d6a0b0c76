#!/bin/sh
# Lists of sales at two sizes: measure.sh FOLDER [small] [large]
# Makes a scratch cluster in FOLDER (as the user who runs it, not root), fills it and prints the milliseconds of each
# kind of list, with its count and totals, for a company of each size.
set -eu
folder=$1
small=${2:-1000}
large=${3:-1000000}
here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../../.." && pwd)
port=54987
export PGHOST="$folder" PGPORT=$port PGDATABASE=postgres
one=00000000-0000-0000-0000-0000000000a1
two=00000000-0000-0000-0000-0000000000a2

if [ ! -d "$folder/data" ]; then
    initdb -D "$folder/data" -A trust > "$folder/initdb.log"
    echo "shared_buffers = 256MB
max_wal_size = 4GB
fsync = off
unix_socket_directories = '$folder'
listen_addresses = ''
port = $port" >> "$folder/data/postgresql.conf"
fi
pg_ctl -D "$folder/data" -l "$folder/log" -w start > "$folder/start.log"
trap 'pg_ctl -D "$folder/data" -m fast stop > /dev/null' EXIT

psql -qc 'CREATE SCHEMA IF NOT EXISTS sales'
if [ "$(psql -Atc "SELECT to_regclass('sales.tally_month') IS NULL")" = t ]; then
    for file in "$source"/plugins/sales/migrations/*.sql; do
        grep -q 'svc: foreach-company' "$file" || psql -q -v ON_ERROR_STOP=1 -f "$file" > /dev/null
    done
    psql -q -v ON_ERROR_STOP=1 -v company=$one -v rows="$small" -f "$here/sales.sql"
    psql -q -v ON_ERROR_STOP=1 -v company=$two -v rows="$large" -f "$here/sales.sql"
    psql -qc 'VACUUM ANALYZE'
fi

# name | condition on the sale | condition on the tally, or nothing when the sales themselves are counted | order
shapes='all||true|date DESC, id DESC
unpaid|AND s.payment_status = '"'unpaid'"'|payment_status = '"'unpaid'"'|date DESC, id DESC
paid|AND s.payment_status = '"'paid'"'|payment_status = '"'paid'"'|date DESC, id DESC
cancelled|AND s.status = '"'cancelled'"' AND s.payment_status = '"'cancelled'"'|status = '"'cancelled'"'|date DESC, id DESC
channel|AND s.channel = '"'online'"'|channel = '"'online'"'|date DESC, id DESC
business unit|AND s.business_unit_id = '"'00000000-0000-0000-0000-000000000001'"'|business_unit_id = '"'00000000-0000-0000-0000-000000000001'"'|date DESC, id DESC
by number||true|kind, number, id
by total||true|total_base, id
externalId|AND s.external_id = ANY (ARRAY['"'shop-77'"'])||date DESC, id DESC
partner|AND s.partner_id = '"'00000000-0000-0000-0000-00000000004d'"'||date DESC, id DESC'

printf '%-16s %12s %12s\n' list "$small rows" "$large rows"
echo "$shapes" | while IFS='|' read -r name sale tally order; do
    times=''
    for company in $one $two; do
        if [ -n "$tally" ]; then
            summary="SELECT sum(documents) AS n, sum(total) AS total FROM sales.tally_month WHERE company_id = '$company' AND $tally"
        else
            summary="SELECT count(*) AS n, sum(s.total_base) AS total FROM sales.sale s WHERE s.company_id = '$company' $sale"
        fi
        echo "WITH summary AS ($summary), page AS MATERIALIZED (SELECT s.* FROM sales.sale s WHERE s.company_id = '$company' $sale ORDER BY $order LIMIT 100) SELECT * FROM summary LEFT JOIN page ON true;" > "$folder/query.sql"
        time=$(pgbench -n -t 40 -f "$folder/query.sql" 2> /dev/null | sed -n 's/^latency average = \([0-9.]*\) ms/\1/p')
        times="$times $(printf '%12s' "$time")"
    done
    printf '%-16s%s\n' "$name" "$times"
done
