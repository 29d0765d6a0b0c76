#pragma once

#include <optional>
#include <vector>

#include <svc/call.hpp>

namespace svc::treasury {

/// A wallet with its balance. Amounts are minor units of its currency.
struct Wallet {
    Uuid id;
    std::string name;
    std::string kind;
    Currency currency;
    std::optional<Uuid> businessUnitId;
    std::optional<std::string> iban;
    std::optional<std::string> bic;
    std::optional<std::string> provider;
    std::optional<std::string> accountNumber;
    bool allowNegative = true;
    bool requireSession = false;
    bool isDefault = false;
    bool archived = false;
    std::int64_t version = 1;
    Instant createdAt;
    Instant updatedAt;
    std::optional<std::string> createdByKind;
    std::optional<Uuid> createdById;

    std::int64_t balance = 0;
    std::int64_t unreconciled = 0;
    std::optional<Uuid> openSessionId;
};

struct WalletFilter {
    bool archived = false;
    std::optional<std::string> kind;
    std::optional<Uuid> businessUnitId;
    bool byName = false;
    std::int64_t limit = 100;
    std::int64_t offset = 0;
};

struct WalletPage {
    std::vector<Wallet> wallets;
    std::int64_t total = 0;
};

/// Wallets and their balances, for one call.
class WalletStore {
public:
    explicit WalletStore(Call& call) : call_(call), company_(call.companyId()) {}

    std::optional<Wallet> find(const Uuid& id);
    std::optional<Wallet> findForUpdate(const Uuid& id);
    /// The default wallet of a business unit: the one it names, else the one marked for it, else that of the
    /// company.
    std::optional<Wallet> findDefault(const std::optional<Uuid>& named,
                                      const std::optional<Uuid>& businessUnitId);
    WalletPage list(const WalletFilter& filter);

    void insert(const Wallet& wallet);
    void update(const Wallet& wallet);
    /// Takes the mark of the default from the wallets of the same business unit.
    void clearDefault(const std::optional<Uuid>& businessUnitId);
    /// Adds to what waits for reconciliation, just before the commit.
    void adjustUnreconciled(const Uuid& id, std::int64_t difference);

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
