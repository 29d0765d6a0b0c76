#pragma once

#include "movement/store/movements.hpp"
#include "wallet/store.hpp"

namespace svc::treasury {

/// The facts about a wallet that its movements need: read from the tables, or returned by a caller that has
/// called treasury.wallet in the same transaction.
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

/// The wallet with this identifier: 404 `wallet-not-found`.
Wallet findWallet(Call& call, WalletId id);

/// Refuses a movement of a till without the open session that it requires.
void checkSession(const WalletFacts& wallet);

/// The amount in the currency of the company at the rate of the day; `rate-not-found:<from>:<to>`, or
/// `field-invalid:<field>` when the result is out of range.
std::int64_t baseAmountAt(Call& call, Currency currency, std::int64_t amount, Date date,
                          std::string_view field = "amount");

/// Sets the values of a movement: `known`, or its amount at the rate of the day, and its book value. Locks
/// the balance of a wallet in a foreign currency. Refuses `field` when the value is out of range.
void valueMovement(Call& call, const WalletFacts& wallet, Transaction& transaction,
                   std::optional<std::int64_t> known = std::nullopt, std::string_view field = "amount");

/// Posts the wallet's line against `counterpart` (array of { role, amount, … }, minor units of the currency
/// of the company, positive on the other side) if a ledger is enabled, and stores the lines in the
/// transaction. Differences due to the rate of the day are posted to the exchange roles.
void post(Call& call, const WalletFacts& wallet, Transaction& transaction, const Json& counterpart,
          const EntryDocument& document);

/// Moves the wallet now; `insufficient-funds:<wallet>:<available>` when it may not become negative.
void moveNow(Call& call, const WalletFacts& wallet, Transaction& transaction);

/// Reverses a movement that the caller has locked: marks it voided, moves the money back at `date`, posts the
/// entry with its sides swapped. Returns the reversing movement. Refuses a day before the movement with
/// `field-invalid:date`.
Transaction reverse(Call& call, Transaction& transaction, std::string reason, Date date);

} // namespace svc::treasury
