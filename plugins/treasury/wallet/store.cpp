#include "wallet/store.hpp"

#include <svc/list_search.hpp>

#include "wallet/columns.hpp"

namespace svc::treasury {

namespace {

const std::string WalletColumns = Wallets.select("r") + ", " + WalletBalances.select("b");
const std::string WalletSql =
    "SELECT " + WalletColumns +
    " FROM treasury.wallet r JOIN treasury.wallet_balance b ON b.company_id = r.company_id"
    " AND b.wallet_id = r.id WHERE r.company_id = $1";
const std::string FindWalletSql = WalletSql + " AND r.id = $2";
const std::string FindForUpdateWalletSql = FindWalletSql + " FOR NO KEY UPDATE OF r, b";
// First for the business unit: the named wallet, then its own default one; then for the company in the same
// order.
const std::string FindDefaultSql =
    WalletSql + " AND NOT r.archived AND (r.id IN ($2::uuid, $4::uuid) OR (r.is_default AND"
                " (r.business_unit_id = $3::uuid OR r.business_unit_id IS NULL)))"
                " ORDER BY r.id IS NOT DISTINCT FROM $2::uuid DESC,"
                " r.is_default AND r.business_unit_id IS NOT DISTINCT FROM $3::uuid DESC,"
                " r.id IS NOT DISTINCT FROM $4::uuid DESC LIMIT 1";

constexpr std::string_view ClearDefaultSql =
    "UPDATE treasury.wallet SET is_default = false, version = version + 1, updated_at = $3 WHERE company_id "
    "= $1"
    " AND business_unit_id IS NOT DISTINCT FROM $2::uuid AND is_default";

constexpr std::string_view SetArchivedSql =
    "UPDATE treasury.wallet_balance SET archived = $3 WHERE company_id = $1 AND wallet_id = $2";
constexpr std::string_view UnreconciledSql = "UPDATE treasury.wallet_balance SET unreconciled = unreconciled "
                                             "+ $3 WHERE company_id = $1 AND wallet_id = $2";

constexpr std::string_view ActiveWalletsSql = "SELECT active FROM treasury.usage WHERE company_id = $1";
constexpr std::string_view CountWalletsSql =
    "INSERT INTO treasury.usage AS u (company_id, active) VALUES ($1, $2)"
    " ON CONFLICT (company_id) DO UPDATE SET active = u.active + $2 RETURNING active";

/// Reads WalletColumns, the first of which is at `at`.
Wallet walletAt(const Row& row, std::uint32_t at) {
    Wallet wallet = Wallets.read(row, at);
    WalletBalances.readInto(row, at + Wallets.width(), wallet);
    return wallet;
}

} // namespace

std::optional<Wallet> WalletStore::one(const Rows& rows) const {
    return rows.empty() ? std::nullopt : std::optional(walletAt(rows[0], 0));
}

std::optional<Wallet> WalletStore::find(WalletId id) {
    return one(call_.db().query(FindWalletSql, company_, id));
}

void WalletStore::askFind(WalletId id) {
    call_.db().askAhead(FindWalletSql, company_, id);
}

std::optional<Wallet> WalletStore::findForUpdate(WalletId id) {
    return one(call_.db().query(FindForUpdateWalletSql, company_, id));
}

std::optional<Wallet> WalletStore::findDefault(const std::optional<WalletId>& named,
                                               const std::optional<BusinessUnitId>& businessUnitId,
                                               const std::optional<WalletId>& ofCompany) {
    return one(call_.db().query(FindDefaultSql, company_, named, businessUnitId, ofCompany));
}

void WalletStore::askDefault(const std::optional<WalletId>& named,
                             const std::optional<BusinessUnitId>& businessUnitId,
                             const std::optional<WalletId>& ofCompany) {
    call_.db().askAhead(FindDefaultSql, company_, named, businessUnitId, ofCompany);
}

WalletPage WalletStore::list(const api::ListWalletsParameters& parameters) {
    ListRequest list = lists::wallet(call_, parameters);
    list.joins = " LEFT JOIN treasury.wallet_balance b ON b.company_id = r.company_id AND b.wallet_id = r.id";
    WalletPage page;
    page.total = readList(call_, list, WalletColumns, [&](const Row& row, std::uint32_t column) {
                     page.wallets.push_back(walletAt(row, column));
                 }).count;
    return page;
}

void WalletStore::insert(const Wallet& wallet) {
    Wallets.insert(call_, {wallet});
    WalletBalances.insert(call_, {wallet});
}

void WalletStore::update(const Wallet& wallet) {
    Wallets.update(call_, wallet);
}

void WalletStore::setArchived(WalletId id, bool archived) {
    call_.db().send(SetArchivedSql, company_, id, archived);
}

void WalletStore::clearDefault(const std::optional<BusinessUnitId>& businessUnitId) {
    call_.db().send(ClearDefaultSql, company_, businessUnitId, call_.now());
}

void WalletStore::adjustUnreconciled(WalletId id, std::int64_t difference) {
    // Uses the sort key of the wallet's late movements, which lock the same row.
    call_.db().sendLate("0:wallet:" + id.uuid().toString(), UnreconciledSql, company_, id, difference);
}

std::int64_t WalletStore::lock() {
    return count(0);
}

std::int64_t WalletStore::count(int difference) {
    return call_.db().query(CountWalletsSql, company_, difference)[0].integer(0) - difference;
}

std::int64_t WalletStore::active() {
    const Rows rows = call_.db().query(ActiveWalletsSql, company_);
    return rows.empty() ? 0 : rows[0].integer(0);
}

} // namespace svc::treasury
