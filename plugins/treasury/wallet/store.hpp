#pragma once

#include <optional>
#include <vector>

#include <bindings.hpp>

namespace svc::treasury {

/// A wallet with its balance. Amounts are minor units of its currency.
using Wallet = api::Wallet;

struct WalletPage {
    std::vector<Wallet> wallets;
    std::int64_t total = 0;
};

/// Wallets and their balances, for one call.
class WalletStore {
public:
    explicit WalletStore(Call& call) : call_(call), company_(call.companyId()) {}

    std::optional<Wallet> find(WalletId id);
    /// Prefetches what find() will read.
    void askFind(WalletId id);
    /// Locks the balance too, so that it does not change before the commit.
    std::optional<Wallet> findForUpdate(WalletId id);
    /// The default wallet of a business unit: the one it names, else the one marked for it, else the one that
    /// the company names, else the one marked for the whole company.
    std::optional<Wallet> findDefault(const std::optional<WalletId>& named,
                                      const std::optional<BusinessUnitId>& businessUnitId,
                                      const std::optional<WalletId>& ofCompany);
    /// Prefetches what findDefault() will read.
    void askDefault(const std::optional<WalletId>& named, const std::optional<BusinessUnitId>& businessUnitId,
                    const std::optional<WalletId>& ofCompany);
    WalletPage list(const api::ListWalletsParameters& parameters);

    void insert(const Wallet& wallet);
    void update(const Wallet& wallet);
    /// Stored with the balance, which every movement locks: movements and opening a session are refused from
    /// then on.
    void setArchived(WalletId id, bool archived);
    /// Removes the default mark from the wallets of the same business unit.
    void clearDefault(const std::optional<BusinessUnitId>& businessUnitId);
    /// Adds to the unreconciled amount, just before the commit.
    void adjustUnreconciled(WalletId id, std::int64_t difference);

    /// Serializes changes of wallets; to be locked first, so that rules over several wallets (one default per
    /// business unit, the plan limit) hold without a deadlock. Returns the number of active wallets.
    std::int64_t lock();
    /// Adds to the number of active wallets, with the same lock. Returns the number before.
    std::int64_t count(int difference);
    std::int64_t active();

private:
    std::optional<Wallet> one(const Rows& rows) const;

    Call& call_;
    Uuid company_;
};

} // namespace svc::treasury
