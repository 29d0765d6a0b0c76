#include "line/store/aliases.hpp"

namespace svc::bank {
namespace {

constexpr std::string_view WalletContentsSql =
    "SELECT EXISTS (SELECT FROM bank.line WHERE company_id = $1 AND wallet_id = $2),"
    " EXISTS (SELECT FROM bank.line_alias WHERE company_id = $1 AND wallet_id = $2)";
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
constexpr std::string_view AddAliasesSql =
    "INSERT INTO bank.line_alias (company_id, wallet_id, format, identity, occurrence, line_id)"
    " SELECT $1, $2, $3, n.identity, coalesce(n.occurrence, last.occurrence"
    " + row_number() OVER (PARTITION BY n.identity ORDER BY n.line_id)), n.line_id"
    " FROM (SELECT sha256(convert_to(u.identity, 'UTF8')) AS identity, u.occurrence, u.line_id"
    " FROM unnest($4::text[], $5::integer[], $6::uuid[]) AS u (identity, occurrence, line_id)) n"
    " CROSS JOIN LATERAL (SELECT coalesce(max(t.occurrence), 0) AS occurrence FROM"
    " (SELECT l.occurrence FROM bank.line l WHERE l.company_id = $1 AND l.wallet_id = $2"
    " AND l.identity = n.identity UNION ALL SELECT a.occurrence FROM bank.line_alias a"
    " WHERE a.company_id = $1 AND a.wallet_id = $2 AND a.identity = n.identity) t) last"
    " ON CONFLICT DO NOTHING";

} // namespace

AliasStore::Contents AliasStore::contents() {
    const Rows rows = call_.db().query(WalletContentsSql, company_, wallet_);
    return {rows[0].boolean(0), rows[0].boolean(1)};
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

void AliasStore::add(const std::vector<LineAlias>& aliases) {
    if (aliases.empty()) {
        return;
    }
    ArrayParam identities;
    ArrayParam occurrences;
    ArrayParam lines;
    for (const LineAlias& alias : aliases) {
        identities.add(alias.identity);
        occurrences.add(alias.occurrence);
        lines.add(alias.lineId);
    }
    call_.db().send(AddAliasesSql, company_, wallet_, format_, identities, occurrences, lines);
}

} // namespace svc::bank
