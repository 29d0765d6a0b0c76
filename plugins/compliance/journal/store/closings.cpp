#include "journal/store/closings.hpp"

#include <svc/columns.hpp>

namespace svc::compliance {
namespace {

// Names of closings of one kind sort by date.
constexpr std::string_view LastSql =
    "SELECT data FROM compliance.journal_entry WHERE company_id = $1 AND kind = 'closing' AND document > $2"
    " AND document < $3 ORDER BY document DESC LIMIT 1";
constexpr std::string_view DaysSql =
    "SELECT data FROM compliance.journal_entry WHERE company_id = $1 AND kind = 'closing' AND document > $2"
    " AND document < 'day.' ORDER BY document";
constexpr std::string_view OpenSql =
    "SELECT sequence, at FROM compliance.journal_entry WHERE company_id = $1 AND sequence > $2"
    " AND kind <> 'closing' ORDER BY sequence LIMIT 1";
/// One row of the totals.
struct Total {
    std::string_view of{};     ///< count, total, tax or payment
    std::string_view first{};  ///< currency of a tax, method of a payment
    std::string_view second{}; ///< category of a tax, currency of a payment
    std::string_view third{};  ///< rate of a tax
    std::int64_t amount = 0;
    std::int64_t tax = 0;
};
const Table Totals("totals", columnWrittenOnce("of", &Total::of), column("first", &Total::first),
                   column("second", &Total::second), column("third", &Total::third),
                   column("amount", &Total::amount), column("tax", &Total::tax));

// Training records are not counted; closings do not belong to the day on which they are written.
const std::string TotalsSql = "SELECT " + Totals.select("x") + R"( FROM (
WITH e AS MATERIALIZED (
    SELECT kind, data::json AS data,
           CASE WHEN kind IN ('credit_note', 'refund', 'payment_void') THEN -1 ELSE 1 END AS sign
    FROM compliance.journal_entry WHERE company_id = $1 AND sequence > $2 AND sequence <= $3
        AND kind <> 'closing' AND data NOT LIKE '%"training":true%')
SELECT 'count' AS of, '' AS first, '' AS second, '' AS third, count(*)::numeric AS amount, 0::numeric AS tax FROM e
UNION ALL SELECT 'total', '', '', '', coalesce(sum(sign * (data ->> 'totalBase')::numeric), 0), 0
FROM e WHERE kind IN ('invoice', 'ticket', 'credit_note')
UNION ALL SELECT 'tax', data ->> 'currency', t.tax ->> 'taxCategory', t.tax ->> 'taxRate',
    sum(sign * (t.tax ->> 'net')::numeric), sum(sign * (t.tax ->> 'tax')::numeric)
FROM e CROSS JOIN LATERAL json_array_elements(data -> 'taxes') AS t(tax)
WHERE kind IN ('invoice', 'ticket', 'credit_note') GROUP BY 2, 3, 4
UNION ALL SELECT 'payment', data ->> 'method', data ->> 'currency', '',
    sum(sign * (data ->> 'amount')::numeric), 0
FROM e WHERE kind IN ('payment', 'payment_void', 'refund') GROUP BY 2, 3) x)";

} // namespace

std::optional<Json> lastClosing(Call& call, std::string_view kind) {
    // '.' is the next character after '-'.
    const Rows rows =
        call.db().query(LastSql, call.companyId(), std::string(kind) + '-', std::string(kind) + '.');
    return rows.empty() ? std::nullopt : std::optional(rows[0].json(0));
}

std::vector<Json> closedDays(Call& call, const std::optional<Date>& behind) {
    std::vector<Json> days;
    for (const Row row : call.db().query(DaysSql, call.companyId(),
                                         behind ? closingName("day", *behind) : std::string("day-"))) {
        days.push_back(row.json(0));
    }
    return days;
}

std::optional<OpenRecord> firstOpen(Call& call, std::int64_t behind) {
    const Rows rows = call.db().query(OpenSql, call.companyId(), behind);
    return rows.empty() ? std::nullopt : std::optional(OpenRecord{rows[0].integer(0), rows[0].instant(1)});
}

std::int64_t lastBefore(Call& call, std::int64_t behind, Instant end) {
    return call.db()
        .query("SELECT coalesce((SELECT min(sequence) - 1 FROM compliance.journal_entry WHERE company_id = $1"
               " AND sequence > $2 AND at >= $3 AND kind <> 'closing'),"
               " (SELECT max(sequence) FROM compliance.journal_entry"
               " WHERE company_id = $1))",
               call.companyId(), behind, end)[0]
        .integer(0);
}

ClosingTotals totalsBetween(Call& call, std::int64_t behind, std::int64_t last) {
    ClosingTotals totals;
    totals.firstSequence = behind + 1;
    totals.lastSequence = last;
    for (const Row row : call.db().query(TotalsSql, call.companyId(), behind, last)) {
        const Total one = Totals.read(row);
        if (one.of == "count") {
            totals.count = one.amount;
        } else if (one.of == "total") {
            totals.grandTotal = one.amount;
        } else if (one.of == "tax") {
            totals.taxes[{std::string(one.first), std::string(one.second), std::string(one.third)}] = {
                one.amount, one.tax};
        } else {
            totals.payments[{std::string(one.first), std::string(one.second)}] = one.amount;
        }
    }
    return totals;
}

} // namespace svc::compliance
