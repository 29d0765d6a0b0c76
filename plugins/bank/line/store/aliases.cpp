#include "line/store/aliases.hpp"

namespace svc::bank {
namespace {

constexpr std::string_view WalletContentsSql =
    "SELECT EXISTS (SELECT FROM bank.line WHERE company_id = $1 AND wallet_id = $2),"
    " EXISTS (SELECT FROM bank.line_alias WHERE company_id = $1 AND wallet_id = $2),"
    " EXISTS (SELECT FROM bank.statement WHERE company_id = $1 AND wallet_id = $2 AND format <> $3)";
// An alias that this import has made says nothing of the other lines of its file.
constexpr std::string_view KnownLinesSql =
    "SELECT n.place - 1 FROM (SELECT sha256(convert_to(u.identity, 'UTF8')) AS identity, u.occurrence, u.place"
    " FROM unnest($3::text[], $4::integer[]) WITH ORDINALITY AS u (identity, occurrence, place)) n"
    " WHERE EXISTS (SELECT FROM bank.line l WHERE l.company_id = $1 AND l.wallet_id = $2"
    " AND l.identity = n.identity AND l.occurrence = n.occurrence)"
    " OR EXISTS (SELECT FROM bank.line_alias a JOIN bank.line l ON l.company_id = a.company_id"
    " AND l.id = a.line_id WHERE a.company_id = $1 AND a.wallet_id = $2 AND a.identity = n.identity"
    " AND a.occurrence = n.occurrence AND l.statement_id IS DISTINCT FROM $5)";
constexpr std::string_view UntoldLinesSql =
    "SELECT n.place - 1, f.id FROM unnest($3::text[]) WITH ORDINALITY AS n (identity, place)"
    " CROSS JOIN LATERAL (SELECT l.id, l.occurrence FROM bank.line l WHERE l.company_id = $1"
    " AND l.wallet_id = $2 AND l.identity = sha256(convert_to(n.identity, 'UTF8'))"
    " AND l.statement_id IS DISTINCT FROM $4 AND NOT EXISTS (SELECT FROM bank.line_alias a"
    " WHERE a.company_id = $1 AND a.line_id = l.id AND a.format = $5) ORDER BY l.occurrence LIMIT 500) f"
    " ORDER BY n.place, f.occurrence";
constexpr std::string_view SameBalancesSql =
    "SELECT (p ->> 'from')::date, (p ->> 'to')::date FROM bank.statement s, json_array_elements(s.parts) AS p"
    " WHERE s.company_id = $1 AND s.wallet_id = $2 AND s.format <> $3 AND p ->> 'from' IS NOT NULL"
    " AND (p ->> 'openingBalance')::bigint = $4 AND (p ->> 'closingBalance')::bigint = $5 LIMIT 100";
constexpr std::string_view AddAliasesSql =
    "INSERT INTO bank.line_alias (company_id, wallet_id, format, identity, occurrence, line_id, booked_at,"
    " amount) SELECT $1, $2, $3, n.identity, coalesce(n.occurrence, last.occurrence"
    " + row_number() OVER (PARTITION BY n.identity ORDER BY n.line_id)), n.line_id, n.booked_at, n.amount"
    " FROM (SELECT sha256(convert_to(u.identity, 'UTF8')) AS identity, u.occurrence, u.line_id, u.booked_at,"
    " u.amount FROM unnest($4::text[], $5::integer[], $6::uuid[], $7::date[], $8::bigint[])"
    " AS u (identity, occurrence, line_id, booked_at, amount)) n"
    " CROSS JOIN LATERAL (SELECT coalesce(max(t.occurrence), 0) AS occurrence FROM"
    " (SELECT l.occurrence FROM bank.line l WHERE l.company_id = $1 AND l.wallet_id = $2"
    " AND l.identity = n.identity UNION ALL SELECT a.occurrence FROM bank.line_alias a"
    " WHERE a.company_id = $1 AND a.wallet_id = $2 AND a.identity = n.identity) t) last"
    " ON CONFLICT DO NOTHING";

/// Built when it is first used: the columns are those of a table that another file declares.
const std::string& foreignLinesSql() {
    static const std::string sql =
        "SELECT n.place - 1, f.batch, " + lineColumns() +
        " FROM unnest($3::date[], $4::bigint[]) WITH ORDINALITY AS n (booked_at, amount, place)"
        " CROSS JOIN LATERAL (SELECT c.id, c.batch FROM (SELECT l.id, false AS batch FROM bank.line l"
        " WHERE l.company_id = $1 AND l.wallet_id = $2 AND l.amount = n.amount AND l.booked_at = n.booked_at"
        " AND l.removed_at IS NULL UNION ALL SELECT a.line_id, true FROM bank.line_alias a"
        " WHERE a.company_id = $1 AND a.wallet_id = $2 AND a.amount = n.amount AND a.booked_at = n.booked_at) c"
        " JOIN bank.line l ON l.company_id = $1 AND l.id = c.id"
        " JOIN bank.statement s ON s.company_id = $1 AND s.id = l.statement_id AND s.format <> $5"
        " WHERE NOT EXISTS (SELECT FROM bank.line_alias a WHERE a.company_id = $1 AND a.line_id = c.id"
        " AND a.format = $5) ORDER BY c.id LIMIT 1000) f"
        " JOIN bank.line r ON r.company_id = $1 AND r.id = f.id ORDER BY n.place, r.id";
    return sql;
}

} // namespace

AliasStore::Contents AliasStore::contents() {
    const Rows rows = call_.db().query(WalletContentsSql, company_, wallet_, format_);
    return {rows[0].boolean(0), rows[0].boolean(1), rows[0].boolean(2)};
}

std::vector<std::size_t> AliasStore::known(const std::vector<const NewLine*>& lines) {
    ArrayParam identities;
    ArrayParam occurrences;
    for (const NewLine* line : lines) {
        identities.add(line->identity);
        occurrences.add(line->occurrence);
    }
    std::vector<std::size_t> places;
    for (const Row row : call_.db().query(KnownLinesSql, company_, wallet_, identities, occurrences, own_)) {
        places.push_back(static_cast<std::size_t>(row.integer(0)));
    }
    return places;
}

std::vector<FoundLine> AliasStore::untold(const std::vector<std::string>& identities) {
    ArrayParam wanted;
    for (const std::string& identity : identities) {
        wanted.add(identity);
    }
    std::vector<FoundLine> found;
    for (const Row row : call_.db().query(UntoldLinesSql, company_, wallet_, wanted, own_, format_)) {
        found.push_back({static_cast<std::size_t>(row.integer(0)), row.id<BankLineId>(1)});
    }
    return found;
}

std::vector<ForeignLine> AliasStore::foreign(const std::vector<DaySum>& wanted) {
    ArrayParam days;
    ArrayParam amounts;
    for (const DaySum& one : wanted) {
        days.add(one.bookedAt);
        amounts.add(one.amount);
    }
    std::vector<ForeignLine> found;
    for (const Row row : call_.db().query(foreignLinesSql(), company_, wallet_, days, amounts, format_)) {
        found.push_back({static_cast<std::size_t>(row.integer(0)), lineFrom(row, 2), row.boolean(1)});
    }
    return found;
}

std::vector<std::pair<Date, Date>> AliasStore::sameBalances(std::int64_t opening, std::int64_t closing) {
    std::vector<std::pair<Date, Date>> periods;
    for (const Row row : call_.db().query(SameBalancesSql, company_, wallet_, format_, opening, closing)) {
        periods.emplace_back(row.date(0), row.date(1));
    }
    return periods;
}

void AliasStore::add(const std::vector<LineAlias>& aliases) {
    if (aliases.empty()) {
        return;
    }
    ArrayParam identities;
    ArrayParam occurrences;
    ArrayParam lines;
    ArrayParam days;
    ArrayParam amounts;
    for (const LineAlias& alias : aliases) {
        identities.add(alias.identity);
        occurrences.add(alias.occurrence);
        lines.add(alias.lineId);
        days.add(alias.sum ? Param(alias.sum->bookedAt) : Param(nullptr));
        amounts.add(alias.sum ? Param(alias.sum->amount) : Param(nullptr));
    }
    call_.db().send(AddAliasesSql, company_, wallet_, format_, identities, occurrences, lines, days, amounts);
}

} // namespace svc::bank
