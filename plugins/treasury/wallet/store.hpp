#pragma once

#include <optional>
#include <vector>

#include <bindings.hpp>

namespace svc::treasury {

/// A wallet with its balance. Amounts are minor units of its currency.
using Wallet = api::Wallet;

struct WalletFilter {
    bool archived = false;
    std::optional<api::WalletKind> kind{};
    std::optional<BusinessUnitId> businessUnitId{};
    bool byName = false;
    ArrayPage page{};
};

struct WalletPage {
    std::vector<Wallet> wallets;
    std::int64_t total = 0;
};

/// Wallets and their balances, for one call.
class WalletStore {
public:
    explicit WalletStore(Call& call) : call_(call), company_(call.companyId()) {}

    std::optional<Wallet> find(WalletId id);
    /// Locks the balance too: nobody moves it before the commit.
    std::optional<Wallet> findForUpdate(WalletId id);
    /// The default wallet of a business unit: the one it names, else the one marked for it, else the one that
    /// the company names, else the one marked for all of it.
    std::optional<Wallet> findDefault(const std::optional<WalletId>& named,
                                      const std::optional<BusinessUnitId>& businessUnitId,
                                      const std::optional<WalletId>& ofCompany);
    WalletPage list(const WalletFilter& filter);

    void insert(const Wallet& wallet);
    void update(const Wallet& wallet);
    /// Says it where the balance is locked: what moves it, or opens a session, is refused from then on.
    void setArchived(WalletId id, bool archived);
    /// Takes the mark of the default from the wallets of the same business unit.
    void clearDefault(const std::optional<BusinessUnitId>& businessUnitId);
    /// Adds to what waits for reconciliation, just before the commit.
    void adjustUnreconciled(WalletId id, std::int64_t difference);

    /// Changes of wallets wait for each other: taken first, so that rules over several wallets (one default a
    /// business unit, the ceiling of the plan) hold without a deadlock. Gives the number of active wallets.
    std::int64_t lock();
    /// Counts one more active wallet, or one less; takes the same lock. Gives how many there were before.
    std::int64_t count(int difference);
    std::int64_t active();

private:
    std::optional<Wallet> one(const Rows& rows) const;

    Call& call_;
    Uuid company_;
};

} // namespace svc::treasury
