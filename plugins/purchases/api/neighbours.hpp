#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/call.hpp>

#include "domain/posting.hpp"
#include "domain/purchase.hpp"

namespace svc::purchases {

// Commands of the other modules, typed. Amounts are minor units. Modules other than partners may be missing.

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
    bool supplier = false;
    std::optional<Currency> currency;
    std::optional<std::int64_t> paymentTermsDays;
    bool archived = false;
};
std::optional<Partner> findPartner(Call& call, std::string_view id);
/// What is owed to the partner changes by `delta`, in the currency of the company.
void adjustPayable(Call& call, const Uuid& partner, std::int64_t delta);

struct Item {
    std::string id;
    std::string name;
    std::optional<Decimal> cost; ///< last purchase cost without tax, minor units of the company's currency
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
std::vector<Item> findItems(Call& call, const std::vector<std::string>& ids);

struct Location {
    Uuid id;
    bool archived = false;
};
/// The named location, or the default one of the business unit; nothing without the stock module.
std::optional<Location> findLocation(Call& call, const std::optional<std::string>& id,
                                     std::string_view businessUnit);

/// Puts the stocked lines of a receipt on the shelf. `unitCosts`: of one unit, in the currency of the
/// company, line by line; `field` of a line that is refused is the position in `receipt.lines`.
void receiveGoods(Call& call, const Purchase& purchase, const Receipt& receipt,
                  const std::vector<Decimal>& unitCosts);

struct Wallet {
    Uuid id;
    std::string kind;
    Currency currency;
    std::optional<std::string> businessUnitId;
    bool archived = false;
    bool needsSession = false; ///< requires an open till session and has none
    Json facts;                ///< as treasury gave them: spares it a read when the money moves
};
/// The named wallet, or the default one. `path` is the field that a missing default asks for. Refuses with
/// `wallet-not-found`, `field-required:<path>`, and without treasury `module-disabled:treasury`.
Wallet requireWallet(Call& call, const std::optional<std::string>& id, std::string_view businessUnit,
                     std::string_view path);
/// Refuses an archived wallet and a till without the open session that it requires.
void checkWalletState(const Wallet& wallet, std::string_view path);

/// Units of `currency` for one unit of the company's on that day; nothing when no rate is recorded.
std::optional<Decimal> findRate(Call& call, Currency currency, Date date);
/// The same, else `rate-not-found:<from>:<to>`.
Decimal rateOf(Call& call, Currency currency, Date date);

/// Takes the money out of the wallet and posts it against the debt; `walletBase` is what the wallet gave in
/// the currency of the company, the difference to payment.amountBase being an exchange gain or loss. Gives
/// the transaction.
Uuid payOut(Call& call, const Purchase& purchase, const Payment& payment, std::int64_t walletBase,
            const Json& wallet);

/// Writes the entry of a receipt, when there is a ledger and something to write.
void postReceipt(Call& call, const Purchase& purchase, const Receipt& receipt,
                 const std::vector<PostingLine>& lines);

} // namespace svc::purchases
