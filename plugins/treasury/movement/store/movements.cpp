#include "movement/store/movements.hpp"

#include "movement/columns.hpp"

namespace svc::treasury {

namespace {

const std::string FindTransactionSql =
    "SELECT " + transactionColumns() + " FROM treasury.transaction r WHERE r.company_id = $1 AND r.id = $2";
const std::string FindForUpdateTransactionSql = FindTransactionSql + " FOR NO KEY UPDATE OF r";
constexpr std::string_view LockTransactionsSql =
    "SELECT 1 FROM treasury.transaction WHERE company_id = $1 AND id = ANY($2::uuid[])"
    " ORDER BY id FOR NO KEY UPDATE";

// Only this statement locks the balance row: positions and balances follow the order of the lock, and the
// session is the one open at that moment.
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

constexpr std::string_view LockBalancesSql = "SELECT wallet_id, archived FROM treasury.wallet_balance WHERE "
                                             "company_id = $1 AND wallet_id = ANY($2::uuid[])"
                                             " ORDER BY wallet_id FOR NO KEY UPDATE";
constexpr std::string_view LockHoldingSql =
    "SELECT balance, base_balance FROM treasury.wallet_balance WHERE company_id = $1 AND wallet_id = $2"
    " FOR NO KEY UPDATE";
constexpr std::string_view OfDocumentSql =
    "SELECT id FROM treasury.transaction WHERE company_id = $1 AND document_id = $2 ORDER BY id";
constexpr std::string_view SetReconciledSql =
    "UPDATE treasury.transaction SET reconciled = $3 WHERE company_id = $1 AND id = $2";

} // namespace

const std::string& transactionColumns() {
    static const std::string columns = Movements.select("r") + ", " + MovementsInside.select("r") +
                                       ", coalesce(r.value_base, r.base_amount)";
    return columns;
}

Transaction transactionFrom(const Row& row, std::uint32_t at) {
    Transaction t;
    Movements.readInto(row, at, t);
    at += Movements.width();
    MovementsInside.readInto(row, at, t);
    t.valueBase = row.integer(at + MovementsInside.width());
    return t;
}

std::optional<Transaction> TransactionStore::findForUpdate(TransactionId id) {
    const Rows rows = call_.db().query(FindForUpdateTransactionSql, company_, id);
    return rows.empty() ? std::nullopt : std::optional(transactionFrom(rows[0]));
}

void TransactionStore::lock(const std::vector<TransactionId>& ids) {
    ArrayParam movements;
    for (const TransactionId id : ids) {
        movements.add(id);
    }
    call_.db().query(LockTransactionsSql, company_, movements);
}

std::optional<Transaction> TransactionStore::find(TransactionId id) {
    const Rows rows = call_.db().query(FindTransactionSql, company_, id);
    return rows.empty() ? std::nullopt : std::optional(transactionFrom(rows[0]));
}

template <typename Function>
void TransactionStore::withParameters(const Transaction& t, bool allow, Function function) {
    function(company_, t.id, t.walletId, signedBy(t.direction, t.amount.minor()),
             signedBy(t.direction, t.baseAmount), allow, toText(t.kind), toText(t.direction),
             t.amount.minor(), t.currency, t.baseAmount, t.category, t.label, t.partnerId, t.taxRate, t.date,
             t.documentKind, t.documentId, t.reference, t.reversesId, t.needsSession, t.entryId,
             t.posting.isNull() ? Param(nullptr) : Param(t.posting), t.createdAt, t.createdBy.kindText(),
             t.createdBy.optionalId(), t.valueBase);
}

bool TransactionStore::insertNow(Transaction& transaction, bool allowNegative) {
    bool done = false;
    withParameters(transaction, allowNegative, [&](const auto&... parameters) {
        const Rows rows = call_.db().query(InsertTransactionSql, parameters...);
        done = !rows.empty();
        transaction.balanceAfter = MinorAmount(done ? rows[0].integer(0) : 0);
    });
    return done;
}

void TransactionStore::insertLate(const Transaction& transaction) {
    withParameters(transaction, true, [&](const auto&... parameters) {
        // Before all other late writes: insertNow locks the balance before them too, so the lock order is
        // always the same.
        call_.db().sendLate("0:wallet:" + transaction.walletId.uuid().toString(), InsertTransactionSql,
                            parameters...);
    });
}

void TransactionStore::markVoided(const Transaction& t) {
    call_.db().send(MarkVoidedSql, company_, t.id, t.voidedAt, t.voidReason, t.version);
}

std::int64_t TransactionStore::balance(WalletId walletId) {
    const Rows rows = call_.db().query(BalanceSql, company_, walletId);
    return rows.empty() ? 0 : rows[0].integer(0);
}

std::vector<WalletId> TransactionStore::lockBalances(const std::vector<WalletId>& walletIds) {
    ArrayParam ids;
    for (const WalletId id : walletIds) {
        ids.add(id);
    }
    std::vector<WalletId> archived;
    for (const Row row : call_.db().query(LockBalancesSql, company_, ids)) {
        if (row.boolean(1)) {
            archived.push_back(row.id<WalletId>(0));
        }
    }
    return archived;
}

Holding TransactionStore::lockHolding(WalletId walletId) {
    const Rows rows = call_.db().query(LockHoldingSql, company_, walletId);
    return rows.empty() ? Holding{} : Holding{rows[0].integer(0), rows[0].integer(1)};
}

std::vector<TransactionId> TransactionStore::ofDocument(std::string_view documentId) {
    std::vector<TransactionId> ids;
    for (const Row row : call_.db().query(OfDocumentSql, company_, documentId)) {
        ids.push_back(row.id<TransactionId>(0));
    }
    return ids;
}

void TransactionStore::setReconciled(TransactionId id, bool reconciled) {
    call_.db().send(SetReconciledSql, company_, id, reconciled);
}

void TransactionStore::setReconciledLate(WalletId walletId, TransactionId id, bool reconciled) {
    call_.db().sendLate("0:wallet:" + walletId.uuid().toString() + ":found", SetReconciledSql, company_, id,
                        reconciled);
}

} // namespace svc::treasury
