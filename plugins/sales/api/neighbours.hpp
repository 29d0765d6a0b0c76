#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/call.hpp>

#include "domain/posting.hpp"
#include "domain/sale.hpp"

namespace svc::sales {

// Commands of the other modules, typed. Amounts are minor units. Modules other than partners may be missing:
// ask with offers() first where it says so.

struct BusinessUnit {
    Uuid id;
    std::string idText;
    std::optional<Uuid> defaultLocationId;
    bool archived = false;
};
/// The named one or the company's default one; nothing when there is none.
std::optional<BusinessUnit> findBusinessUnit(Call& call, const std::optional<std::string>& id);

struct Partner {
    Uuid id;
    std::string idText;
    std::string name;
    std::optional<Currency> currency;
    std::optional<std::int64_t> paymentTermsDays;
    std::optional<std::int64_t> creditLimit; ///< minor units of the company's currency
    std::int64_t balance = 0;                ///< owed by the partner, the same
    std::optional<std::string> priceListId;
    std::optional<std::string> taxExemptionReason;
    std::optional<std::string> email;
    std::optional<std::string> language;
    bool archived = false;
};
std::optional<Partner> findPartner(Call& call, std::string_view id);
/// What the partner owes changes by `delta`, in the currency of the company.
void adjustReceivable(Call& call, const Uuid& partner, std::int64_t delta);

struct Item {
    std::string id;
    std::string name;
    std::optional<Decimal> price; ///< minor units of the company's currency
    std::optional<std::string> taxCategory;
    std::optional<Decimal> taxRate;
    std::optional<std::string> taxExemptionReason;
    std::optional<std::string> unit;
    bool service = false;
    bool trackStock = false;
    bool trackLots = false;
    bool isParent = false;
    bool archived = false;
};
/// Only those that exist; none without the stock module.
std::vector<Item> findItems(Call& call, const std::vector<std::string>& ids,
                            const std::optional<std::string>& priceListId);

struct Location {
    Uuid id;
    bool archived = false;
};
/// The named location; nothing without the stock module.
std::optional<Location> findLocation(Call& call, const std::string& id, std::string_view businessUnit);

enum class StockMove { Issue = 1, Reserve, Release, Return };
/// Moves the stocked lines of the sale; does nothing when there are none.
void moveStock(Call& call, const Sale& sale, StockMove move, Date date);

struct Wallet {
    Uuid id;
    std::string kind;
    Currency currency;
    bool archived = false;
    bool needsSession = false; ///< requires an open till session and has none
    Json facts;                ///< as treasury gave them: spares it a read when the money moves
};
bool hasTreasury(Call& call);
/// The named wallet, or the default one of the business unit, else of the company.
std::optional<Wallet> findWallet(Call& call, const std::optional<std::string>& id,
                                 std::string_view businessUnit);

/// Units of `currency` for one unit of the company's on that day, when a rate is known.
std::optional<Decimal> findRate(Call& call, Currency currency, Date date);
/// The same, else `rate-not-found:<from>:<to>`.
Decimal rateOf(Call& call, Currency currency, Date date);

/// Moves the wallet and posts it against the receivable; `walletBase` is what it received in the currency of
/// the company, the difference to payment.amountBase being an exchange gain or loss. Gives the transaction.
Uuid receivePayment(Call& call, const Sale& sale, const Payment& payment, std::int64_t walletBase,
                    const Json& wallet);

/// Writes an entry of the sale, when there is a ledger and something to write.
void postEntry(Call& call, const Sale& sale, const std::vector<PostingLine>& lines,
               std::string_view documentKind, const Uuid& documentId, std::string_view number, Date date);

} // namespace svc::sales
