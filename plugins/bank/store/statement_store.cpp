#include "store/statement_store.hpp"

#include <svc/list_search.hpp>

namespace svc::bank {

namespace {

constexpr std::string_view InsertSql =
    "INSERT INTO bank.statement (company_id, id, wallet_id, format, file_name, account, currency, first_date,"
    " last_date, opening, closing, imported, duplicates, warnings, parts, skipped_accounts, created_at,"
    " updated_at, created_by_kind, created_by_id)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17, $18, $19)";
// Imports into one wallet follow each other: two files with the same lines in other orders would block each
// other.
constexpr std::string_view LockStatementsSql =
    "SELECT 1 FROM pg_advisory_xact_lock(hashtextextended('bank.import:' || "
    "$1::uuid::text || ':' || $2::uuid::text, 0))";
constexpr std::string_view FinishSql =
    "UPDATE bank.statement SET account = $3, first_date = $4, last_date = $5, opening = $6, closing = $7,"
    " imported = $8, duplicates = $9, warnings = $10, parts = $11, skipped_accounts = $12"
    " WHERE company_id = $1 AND id = $2";
constexpr std::string_view EndedWithSql =
    "SELECT coalesce(bool_or(closing = $3), false), coalesce(bool_or(closing = $4), false)"
    " FROM (SELECT (p ->> 'closingBalance')::bigint AS closing FROM bank.statement s,"
    " json_array_elements(s.parts) AS p WHERE s.company_id = $1 AND s.wallet_id = $2) ends";

constexpr std::string_view StatementColumns =
    "s.id, s.wallet_id, s.format, s.file_name, s.account, s.currency, s.first_date, s.last_date, s.opening,"
    " s.closing, s.imported, s.duplicates, s.warnings, s.parts, s.skipped_accounts, s.version, s.created_at,"
    " s.updated_at, s.created_by_kind, s.created_by_id";

Statement statementFrom(const Row& row, std::uint32_t at) {
    Statement s;
    s.id = row.uuid(at++);
    s.walletId = row.uuid(at++);
    s.format = row.text(at++);
    s.fileName = row.optionalString(at++);
    s.account = row.optionalString(at++);
    s.currency = row.currency(at++);
    s.from = row.optionalDate(at++);
    s.to = row.optionalDate(at++);
    s.opening = row.optionalInteger(at++);
    s.closing = row.optionalInteger(at++);
    s.imported = row.integer(at++);
    s.duplicates = row.integer(at++);
    s.warnings = row.json(at++);
    s.parts = row.json(at++);
    s.skippedAccounts = row.json(at++);
    s.version = row.integer(at++);
    s.createdAt = row.instant(at++);
    s.updatedAt = row.instant(at++);
    s.createdByKind = row.optionalString(at++);
    s.createdById = row.optionalUuid(at);
    return s;
}

} // namespace

void StatementStore::insert(const Statement& s) {
    call_.db().send(LockStatementsSql, company_, s.walletId);
    call_.db().send(InsertSql, company_, s.id, s.walletId, s.format, s.fileName, s.account, s.currency,
                    s.from, s.to, s.opening, s.closing, s.imported, s.duplicates, s.warnings, s.parts,
                    s.skippedAccounts, s.createdAt, s.createdByKind, s.createdById);
}

void StatementStore::finish(const Statement& s) {
    call_.db().send(FinishSql, company_, s.id, s.account, s.from, s.to, s.opening, s.closing, s.imported,
                    s.duplicates, s.warnings, s.parts, s.skippedAccounts);
}

std::vector<Statement> StatementStore::list(const Uuid& walletId, std::int64_t limit, std::int64_t offset,
                                            std::int64_t& total) {
    ListRequest request{{}, "bank.statement", "s", ListParams(company_)};
    request.where = request.params.bound("s.wallet_id =", std::optional<Uuid>(walletId));
    request.order = " ORDER BY s.id DESC";
    request.limit = limit;
    request.offset = offset;
    std::vector<Statement> found;
    total = readList(call_, request, std::string(StatementColumns), [&](const Row& row, std::uint32_t at) {
                found.push_back(statementFrom(row, at));
            }).count;
    return found;
}

std::pair<bool, bool> StatementStore::endedWith(const Uuid& walletId, std::int64_t one, std::int64_t other) {
    const Rows rows = call_.db().query(EndedWithSql, company_, walletId, one, other);
    return {rows[0].boolean(0), rows[0].boolean(1)};
}

} // namespace svc::bank
