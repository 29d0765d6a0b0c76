#include "statement/store.hpp"

#include <svc/columns.hpp>
#include <svc/list_search.hpp>

namespace svc::bank {

namespace {

/// The table of imports, for records with these members: one for imports, one for lists.
template <class Record>
auto statementTable() {
    return Table(
        "bank.statement", columnWrittenOnce("id", &Record::id),
        columnWrittenOnce("wallet_id", &Record::walletId), columnWrittenOnce("format", &Record::format),
        columnWrittenOnce("file_name", &Record::fileName), column("account", &Record::account),
        columnWrittenOnce("currency", &Record::currency), column("first_date", &Record::from),
        column("last_date", &Record::to), column("opening", &Record::openingBalance),
        column("closing", &Record::closingBalance), column("imported", &Record::imported),
        column("duplicates", &Record::duplicates), column("warnings", &Record::warnings),
        column("parts", &Record::statements), column("skipped_accounts", &Record::skippedAccounts),
        columnWrittenOnce("version", &Record::version), columnWrittenOnce("created_at", &Record::createdAt),
        columnWrittenOnce("updated_at", &Record::updatedAt), actorColumns("created_by", &Record::createdBy));
}

const auto Imports = statementTable<api::ImportedStatement>();
const auto Statements = statementTable<api::BankStatement>();

// Imports into one wallet are serialized: two files with the same lines in different orders would deadlock.
constexpr std::string_view LockStatementsSql =
    "SELECT 1 FROM pg_advisory_xact_lock(hashtextextended('bank.import:' || "
    "$1::uuid::text || ':' || $2::uuid::text, 0))";
constexpr std::string_view EndedWithSql =
    "SELECT coalesce(bool_or(closing = $3), false), coalesce(bool_or(closing = $4), false)"
    " FROM (SELECT (p ->> 'closingBalance')::bigint AS closing FROM bank.statement s,"
    " json_array_elements(s.parts) AS p WHERE s.company_id = $1 AND s.wallet_id = $2) ends";
constexpr std::string_view LastAccountSql =
    "SELECT account FROM bank.statement WHERE company_id = $1 AND wallet_id = $2 AND account IS NOT NULL"
    " ORDER BY id DESC LIMIT 1";

} // namespace

void StatementStore::insert(const api::ImportedStatement& statement) {
    call_.db().send(LockStatementsSql, company_, statement.walletId);
    Imports.insert(call_, {statement});
}

void StatementStore::finish(const api::ImportedStatement& statement) {
    Imports.update(call_, statement);
}

StatementPage StatementStore::list(const api::ListStatementsParameters& parameters) {
    const ListRequest list = lists::statement(call_, parameters);
    StatementPage found;
    found.count = readList(call_, list, Statements.select("r"), [&](const Row& row, std::uint32_t column) {
                      found.rows.push_back(Statements.read(row, column));
                  }).count;
    return found;
}

std::pair<bool, bool> StatementStore::endedWith(WalletId walletId, std::int64_t one, std::int64_t other) {
    const Rows rows = call_.db().query(EndedWithSql, company_, walletId, one, other);
    return {rows[0].boolean(0), rows[0].boolean(1)};
}

std::optional<std::string> StatementStore::lastAccount(WalletId walletId) {
    const Rows rows = call_.db().query(LastAccountSql, company_, walletId);
    return rows.empty() ? std::nullopt : std::optional(std::string(rows[0].text(0)));
}

} // namespace svc::bank
