#pragma once

#include "movement/store/movements.hpp"
#include "wallet/store.hpp"

namespace svc::treasury {

/// What a movement needs to know of its wallet: read from the tables, or given back by a caller that has
/// asked treasury.wallet in the same transaction.
struct WalletFacts {
    WalletId id;
    api::WalletKind kind{};
    Currency currency;
    bool allowNegative = true;
    bool requireSession = false;
    bool sessionOpen = false;
    bool archived = false;

    static WalletFacts of(const Wallet& wallet);
    static WalletFacts of(const commands::KnownWallet& wallet);
};

/// The document that a ledger entry refers to.
struct EntryDocument {
    std::string kind;
    std::string id;
    std::optional<std::string> number{};
    std::optional<Date> date{};
    std::optional<BusinessUnitId> businessUnitId{};
};

/// The wallet of this identifier: 404 `wallet-not-found`.
Wallet findWallet(Call& call, WalletId id);

/// Refuses a movement of a till that needs an open session and has none.
void checkSession(const WalletFacts& wallet);

/// The amount in the currency of the company at the rate of the day; `rate-not-found:<from>:<to>`, or
/// `field-invalid:<field>` when that is beyond the range of amounts.
std::int64_t baseAmountAt(Call& call, Currency currency, std::int64_t amount, Date date,
                          std::string_view field = "amount");

/// Values a movement: `known`, or its amount at the rate of the day, and its value in the books. The balance
/// of a wallet in a foreign currency stays locked from here on. `field` is refused when the value is beyond
/// the range of amounts.
void valueMovement(Call& call, const WalletFacts& wallet, Transaction& transaction,
                   std::optional<std::int64_t> known = std::nullopt, std::string_view field = "amount");

/// Posts the wallet's line against `counterpart` (array of { role, amount, … }, minor units of the currency
/// of the company, positive on the other side) when a ledger is enabled, and notes the lines in the
/// transaction. What the rate of the day changes goes to the exchange roles.
void post(Call& call, const WalletFacts& wallet, Transaction& transaction, const Json& counterpart,
          const EntryDocument& document);

/// Moves the wallet now; `insufficient-funds:<wallet>:<available>` when it may not become negative.
void moveNow(Call& call, const WalletFacts& wallet, Transaction& transaction);

/// Undoes a movement, locked by the caller: marks it voided, moves the wallet back at `date`, posts the entry
/// with its sides swapped. Gives the reversing movement.
Transaction reverse(Call& call, Transaction& transaction, std::string reason, Date date);

} // namespace svc::treasury
