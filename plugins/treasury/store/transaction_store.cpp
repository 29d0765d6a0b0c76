#include "store/transaction_store.hpp"

namespace svc::treasury {

namespace {

#define SVC_TRANSACTION_COLUMNS                                                                              \
    "t.id, t.wallet_id, t.kind, t.direction, t.amount, t.currency, t.base_amount, t.category, t.label, "     \
    "t.partner_id, "                                                                                         \
    "t.tax_rate, t.date, t.status, t.balance_after, t.document_kind, t.document_id, t.reconciled, "          \
    "t.reference, "                                                                                          \
    "t.voided_at, t.void_reason, t.reverses_id, t.needs_session, t.entry_id, t.posting, t.version, "         \
    "t.created_at, "                                                                                         \
    "t.updated_at, t.created_by_kind, t.created_by_id, coalesce(t.value_base, t.base_amount)"

constexpr std::string_view FindTransactionSql =
    "SELECT " SVC_TRANSACTION_COLUMNS " FROM treasury.transaction t WHERE t.company_id = $1 AND t.id = $2";
constexpr std::string_view FindForUpdateTransactionSql =
    "SELECT " SVC_TRANSACTION_COLUMNS
    " FROM treasury.transaction t WHERE t.company_id = $1 AND t.id = $2 FOR NO KEY UPDATE OF t";

// The balance row is locked by this statement alone: positions and balances follow the order of its holders,
// and the session is the one that is open at that moment.
constexpr std::string_view InsertTransactionSql =
    "WITH b AS (UPDATE treasury.wallet_balance SET balance = balance + $4::bigint,"
    " base_balance = base_balance + $5::bigint, last_position = last_position + 1"
    " WHERE company_id = $1 AND wallet_id = $3 AND ($6::boolean OR balance + $4::bigint >= 0)"
    " RETURNING balance, last_position, open_session_id)"
    " INSERT INTO treasury.transaction (company_id, id, wallet_id, position, balance_after, cash_session_id, "
    "kind,"
    " direction, amount, currency, base_amount, category, label, partner_id, tax_rate, date, document_kind,"
    " document_id, reference, reverses_id, needs_session, entry_id, posting, created_at, updated_at,"
    " created_by_kind, created_by_id, value_base)"
    " SELECT $1::uuid, $2::uuid, $3::uuid, b.last_position, b.balance, b.open_session_id, $7::text, $8::text,"
    " $9::bigint, $10::text, $11::bigint, $12::text, $13::text, $14::uuid, $15::numeric, $16::date, "
    "$17::text,"
    " $18::text, $19::text, $20::uuid, $21::boolean, $22::text, $23::json, $24::timestamptz, "
    "$24::timestamptz,"
    " $25::text, $26::uuid, nullif($27::bigint, $11::bigint) FROM b RETURNING balance_after";

constexpr std::string_view MarkVoidedSql =
    "UPDATE treasury.transaction SET status = 'voided', voided_at = $3, void_reason = $4, version = $5,"
    " updated_at = $3 WHERE company_id = $1 AND id = $2";

constexpr std::string_view BalanceSql =
    "SELECT balance FROM treasury.wallet_balance WHERE company_id = $1 AND wallet_id = $2";

constexpr std::string_view LockBalancesSql =
    "SELECT wallet_id FROM treasury.wallet_balance WHERE company_id = $1 AND wallet_id = ANY($2::uuid[])"
    " ORDER BY wallet_id FOR NO KEY UPDATE";
constexpr std::string_view LockHoldingSql =
    "SELECT balance, base_balance FROM treasury.wallet_balance WHERE company_id = $1 AND wallet_id = $2"
    " FOR NO KEY UPDATE";
constexpr std::string_view OfDocumentSql =
    "SELECT id FROM treasury.transaction WHERE company_id = $1 AND document_id = $2 ORDER BY id";
constexpr std::string_view SetReconciledSql =
    "UPDATE treasury.transaction SET reconciled = $3 WHERE company_id = $1 AND id = $2";

} // namespace

std::string transactionColumns() {
    return SVC_TRANSACTION_COLUMNS;
}

Transaction transactionFrom(const Row& row, std::uint32_t at) {
    Transaction t;
    t.id = row.uuid(at++);
    t.walletId = row.uuid(at++);
    t.kind = row.text(at++);
    t.direction = row.text(at++) == "in" ? Direction::In : Direction::Out;
    t.amount = row.integer(at++);
    t.currency = row.currency(at++);
    t.baseAmount = row.integer(at++);
    t.category = row.optionalString(at++);
    t.label = row.text(at++);
    t.partnerId = row.optionalUuid(at++);
    t.taxRate = row.optionalDecimal(at++);
    t.date = row.date(at++);
    t.status = row.text(at++);
    t.balanceAfter = row.integer(at++);
    t.documentKind = row.optionalString(at++);
    t.documentId = row.optionalString(at++);
    t.reconciled = row.boolean(at++);
    t.reference = row.optionalString(at++);
    t.voidedAt = row.optionalInstant(at++);
    t.voidReason = row.optionalString(at++);
    t.reversesId = row.optionalUuid(at++);
    t.needsSession = row.boolean(at++);
    t.entryId = row.optionalString(at++);
    t.posting = row.isNull(at) ? Json(nullptr) : row.json(at);
    ++at;
    t.version = row.integer(at++);
    t.createdAt = row.instant(at++);
    t.updatedAt = row.instant(at++);
    t.createdByKind = row.optionalString(at++);
    t.createdById = row.optionalUuid(at++);
    t.valueBase = row.integer(at);
    return t;
}

std::optional<Transaction> TransactionStore::findForUpdate(const Uuid& id) {
    const Rows rows = call_.db().query(FindForUpdateTransactionSql, company_, id);
    return rows.empty() ? std::nullopt : std::optional(transactionFrom(rows[0]));
}

std::optional<Transaction> TransactionStore::find(const Uuid& id) {
    const Rows rows = call_.db().query(FindTransactionSql, company_, id);
    return rows.empty() ? std::nullopt : std::optional(transactionFrom(rows[0]));
}

template <typename Function>
void TransactionStore::withParameters(const Transaction& t, bool allow, Function function) {
    function(company_, t.id, t.walletId, signedBy(t.direction, t.amount), signedBy(t.direction, t.baseAmount),
             allow, t.kind, toText(t.direction), t.amount, t.currency, t.baseAmount, t.category, t.label,
             t.partnerId, t.taxRate, t.date, t.documentKind, t.documentId, t.reference, t.reversesId,
             t.needsSession, t.entryId, t.posting.isNull() ? Param(nullptr) : Param(t.posting), t.createdAt,
             t.createdByKind, t.createdById, t.valueBase);
}

bool TransactionStore::insertNow(Transaction& transaction, bool allowNegative) {
    bool done = false;
    withParameters(transaction, allowNegative, [&](const auto&... parameters) {
        const Rows rows = call_.db().query(InsertTransactionSql, parameters...);
        done = !rows.empty();
        transaction.balanceAfter = done ? rows[0].integer(0) : 0;
    });
    return done;
}

void TransactionStore::insertLate(const Transaction& transaction) {
    withParameters(transaction, true, [&](const auto&... parameters) {
        // Before all other late writes: insertNow locks the balance before them too, so the order is always
        // the same.
        call_.db().sendLate("0:wallet:" + transaction.walletId.toString(), InsertTransactionSql,
                            parameters...);
    });
}

void TransactionStore::markVoided(const Transaction& t) {
    call_.db().send(MarkVoidedSql, company_, t.id, t.voidedAt, t.voidReason, t.version);
}

std::int64_t TransactionStore::balance(const Uuid& walletId) {
    const Rows rows = call_.db().query(BalanceSql, company_, walletId);
    return rows.empty() ? 0 : rows[0].integer(0);
}

void TransactionStore::lockBalances(const std::vector<Uuid>& walletIds) {
    ArrayParam ids;
    for (const Uuid& id : walletIds) {
        ids.add(id);
    }
    call_.db().query(LockBalancesSql, company_, ids);
}

Holding TransactionStore::lockHolding(const Uuid& walletId) {
    const Rows rows = call_.db().query(LockHoldingSql, company_, walletId);
    return rows.empty() ? Holding{} : Holding{rows[0].integer(0), rows[0].integer(1)};
}

std::vector<Uuid> TransactionStore::ofDocument(std::string_view documentId) {
    std::vector<Uuid> ids;
    for (const Row row : call_.db().query(OfDocumentSql, company_, documentId)) {
        ids.push_back(row.uuid(0));
    }
    return ids;
}

void TransactionStore::setReconciled(const Uuid& id, bool reconciled) {
    call_.db().send(SetReconciledSql, company_, id, reconciled);
}

void TransactionStore::setReconciledLate(const Uuid& walletId, const Uuid& id, bool reconciled) {
    call_.db().sendLate("0:wallet:" + walletId.toString() + ":found", SetReconciledSql, company_, id,
                        reconciled);
}

} // namespace svc::treasury
