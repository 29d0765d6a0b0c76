#include "rate/store.hpp"

#include "rate/columns.hpp"

namespace svc::treasury {

namespace {

const std::string FindRateSql = "SELECT " + Rates.select("r") +
                                " FROM treasury.rate r WHERE r.company_id = $1 AND r.currency = $2"
                                " AND r.date <= $3 ORDER BY r.date DESC LIMIT 1";
// Steps from one currency to the next by the primary key, and to the last rate of each: the cost depends on
// the number of currencies, not on the number of days with a rate.
const std::string ListRateSql =
    "WITH RECURSIVE known AS ((SELECT currency FROM treasury.rate WHERE company_id = $1"
    " ORDER BY currency LIMIT 1) UNION ALL SELECT (SELECT r.currency FROM treasury.rate r"
    " WHERE r.company_id = $1 AND r.currency > known.currency ORDER BY r.currency LIMIT 1)"
    " FROM known WHERE known.currency IS NOT NULL), last AS (SELECT l.* FROM known, LATERAL"
    " (SELECT r.currency, r.rate, r.date, r.source FROM treasury.rate r WHERE r.company_id = $1"
    " AND r.currency = known.currency AND r.date <= $2 ORDER BY r.date DESC LIMIT 1) l)"
    " SELECT c.total, " +
    Rates.select("l") +
    " FROM (SELECT count(*) AS total FROM last) c"
    " LEFT JOIN LATERAL (SELECT * FROM last ORDER BY currency LIMIT $3 OFFSET $4) l ON true"
    " ORDER BY l.currency";
constexpr std::string_view PutSql =
    "INSERT INTO treasury.rate AS r (company_id, currency, date, rate, source, created_at, updated_at,"
    " created_by_kind, created_by_id) VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8)"
    " ON CONFLICT (company_id, currency, date) DO UPDATE SET rate = EXCLUDED.rate, source = EXCLUDED.source,"
    " updated_at = EXCLUDED.updated_at, created_by_kind = EXCLUDED.created_by_kind,"
    " created_by_id = EXCLUDED.created_by_id"
    " WHERE r.rate <> EXCLUDED.rate OR r.source <> EXCLUDED.source RETURNING 1";

Rate rateAt(Call& call, const Row& row, std::uint32_t at) {
    Rate rate = Rates.read(row, at);
    rate.base = call.company().currency;
    return rate;
}

} // namespace

std::optional<Rate> RateStore::find(Currency currency, Date date) {
    const Rows rows = call_.db().query(FindRateSql, company_, currency, date);
    return rows.empty() ? std::nullopt : std::optional(rateAt(call_, rows[0], 0));
}

RatePage RateStore::list(Date date, std::int64_t limit, std::int64_t offset) {
    const Rows rows = call_.db().query(ListRateSql, company_, date, limit, offset);
    RatePage page;
    page.total = rows[0].integer(0);
    for (const Row row : rows) {
        if (!row.isNull(1)) {
            page.rates.push_back(rateAt(call_, row, 1));
        }
    }
    return page;
}

bool RateStore::put(const Rate& rate) {
    const Actor actor = call_.actor();
    return !call_.db()
                .query(PutSql, company_, rate.currency, rate.date, rate.rate, rate.source, call_.now(),
                       actor.kindText(), actor.optionalId())
                .empty();
}

} // namespace svc::treasury
