#include "store/wallet_store.hpp"

#include <svc/list_search.hpp>

namespace svc::treasury {

namespace {

#define SVC_WALLET_COLUMNS                                                                                   \
    "w.id, w.name, w.kind, w.currency, w.business_unit_id, w.iban, w.bic, w.provider, w.account_number, "    \
    "w.allow_negative, w.require_session, w.is_default, w.archived, w.version, w.created_at, w.updated_at, " \
    "w.created_by_kind, w.created_by_id, b.balance, b.unreconciled, b.open_session_id"

#define SVC_WALLET_ONE                                                                                       \
    "SELECT " SVC_WALLET_COLUMNS " FROM treasury.wallet w"                                                   \
    " JOIN treasury.wallet_balance b ON b.company_id = w.company_id AND b.wallet_id = w.id WHERE "           \
    "w.company_id = $1"

constexpr std::string_view FindWalletSql = SVC_WALLET_ONE " AND w.id = $2";
constexpr std::string_view FindForUpdateWalletSql = SVC_WALLET_ONE " AND w.id = $2 FOR NO KEY UPDATE OF w";
constexpr std::string_view FindDefaultSql =
    SVC_WALLET_ONE " AND NOT w.archived AND (w.id = $2::uuid OR (w.is_default AND"
                   " (w.business_unit_id = $3::uuid OR w.business_unit_id IS NULL)))"
                   " ORDER BY w.id = $2::uuid DESC NULLS LAST, w.business_unit_id NULLS LAST LIMIT 1";

constexpr std::string_view InsertWalletSql =
    "INSERT INTO treasury.wallet (company_id, id, name, kind, currency, business_unit_id, iban, bic, "
    "provider,"
    " account_number, allow_negative, require_session, is_default, archived, version, created_at, updated_at,"
    " created_by_kind, created_by_id)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)";
constexpr std::string_view InsertBalanceSql =
    "INSERT INTO treasury.wallet_balance (company_id, wallet_id) VALUES ($1, $2)";

constexpr std::string_view UpdateSql =
    "UPDATE treasury.wallet SET name = $3, business_unit_id = $4, iban = $5, bic = $6, provider = $7,"
    " account_number = $8, allow_negative = $9, require_session = $10, is_default = $11, archived = $12,"
    " version = $13, updated_at = $14 WHERE company_id = $1 AND id = $2";

constexpr std::string_view ClearDefaultSql =
    "UPDATE treasury.wallet SET is_default = false, version = version + 1, updated_at = $3 WHERE company_id "
    "= $1"
    " AND business_unit_id IS NOT DISTINCT FROM $2::uuid AND is_default";

constexpr std::string_view UnreconciledSql = "UPDATE treasury.wallet_balance SET unreconciled = unreconciled "
                                             "+ $3 WHERE company_id = $1 AND wallet_id = $2";

constexpr std::string_view ActiveSql = "SELECT active FROM treasury.usage WHERE company_id = $1";
constexpr std::string_view CountSql =
    "INSERT INTO treasury.usage AS u (company_id, active) VALUES ($1, $2)"
    " ON CONFLICT (company_id) DO UPDATE SET active = u.active + $2 RETURNING active";

/// Reads SVC_WALLET_COLUMNS, the first of which is at `at`.
Wallet walletAt(const Row& row, std::uint32_t at) {
    Wallet wallet;
    wallet.id = row.uuid(at++);
    wallet.name = row.text(at++);
    wallet.kind = row.text(at++);
    wallet.currency = row.currency(at++);
    wallet.businessUnitId = row.optionalUuid(at++);
    wallet.iban = row.optionalString(at++);
    wallet.bic = row.optionalString(at++);
    wallet.provider = row.optionalString(at++);
    wallet.accountNumber = row.optionalString(at++);
    wallet.allowNegative = row.boolean(at++);
    wallet.requireSession = row.boolean(at++);
    wallet.isDefault = row.boolean(at++);
    wallet.archived = row.boolean(at++);
    wallet.version = row.integer(at++);
    wallet.createdAt = row.instant(at++);
    wallet.updatedAt = row.instant(at++);
    wallet.createdByKind = row.optionalString(at++);
    wallet.createdById = row.optionalUuid(at++);
    wallet.balance = row.integer(at++);
    wallet.unreconciled = row.integer(at++);
    wallet.openSessionId = row.optionalUuid(at);
    return wallet;
}

} // namespace

std::optional<Wallet> WalletStore::one(const Rows& rows) const {
    return rows.empty() ? std::nullopt : std::optional(walletAt(rows[0], 0));
}

std::optional<Wallet> WalletStore::find(const Uuid& id) {
    return one(call_.db().query(FindWalletSql, company_, id));
}

std::optional<Wallet> WalletStore::findForUpdate(const Uuid& id) {
    return one(call_.db().query(FindForUpdateWalletSql, company_, id));
}

std::optional<Wallet> WalletStore::findDefault(const std::optional<Uuid>& named,
                                               const std::optional<Uuid>& businessUnitId) {
    return one(call_.db().query(FindDefaultSql, company_, named, businessUnitId));
}

WalletPage WalletStore::list(const WalletFilter& filter) {
    ListRequest request{{}, "treasury.wallet", "w", ListParams(company_)};
    request.joins =
        " LEFT JOIN treasury.wallet_balance b ON b.company_id = w.company_id AND b.wallet_id = w.id";
    request.where = " AND w.archived = " + request.params.place(filter.archived);
    request.where += request.params.bound("w.kind =", filter.kind);
    request.where += request.params.bound("w.business_unit_id =", filter.businessUnitId);
    request.order =
        filter.byName ? " ORDER BY lower(w.name), w.id" : " ORDER BY w.created_at DESC, w.id DESC";
    request.limit = filter.limit;
    request.offset = filter.offset;
    WalletPage page;
    page.total = readList(call_, request, SVC_WALLET_COLUMNS, [&](const Row& row, std::uint32_t column) {
                     page.wallets.push_back(walletAt(row, column));
                 }).count;
    return page;
}

void WalletStore::insert(const Wallet& w) {
    call_.db().send(InsertWalletSql, company_, w.id, w.name, w.kind, w.currency, w.businessUnitId, w.iban,
                    w.bic, w.provider, w.accountNumber, w.allowNegative, w.requireSession, w.isDefault,
                    w.archived, w.version, w.createdAt, w.updatedAt, w.createdByKind, w.createdById);
    call_.db().send(InsertBalanceSql, company_, w.id);
}

void WalletStore::update(const Wallet& w) {
    call_.db().send(UpdateSql, company_, w.id, w.name, w.businessUnitId, w.iban, w.bic, w.provider,
                    w.accountNumber, w.allowNegative, w.requireSession, w.isDefault, w.archived, w.version,
                    w.updatedAt);
}

void WalletStore::clearDefault(const std::optional<Uuid>& businessUnitId) {
    call_.db().send(ClearDefaultSql, company_, businessUnitId, call_.now());
}

void WalletStore::adjustUnreconciled(const Uuid& id, std::int64_t difference) {
    // Sorted with the late movements of wallets, which lock the same row.
    call_.db().sendLate("0:wallet:" + id.toString(), UnreconciledSql, company_, id, difference);
}

std::int64_t WalletStore::lock() {
    return count(0);
}

std::int64_t WalletStore::count(int difference) {
    return call_.db().query(CountSql, company_, difference)[0].integer(0) - difference;
}

std::int64_t WalletStore::active() {
    const Rows rows = call_.db().query(ActiveSql, company_);
    return rows.empty() ? 0 : rows[0].integer(0);
}

} // namespace svc::treasury
