#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/call.hpp>
#include <svc/contracts/partners.hpp>
#include <svc/contracts/stock.hpp>
#include <svc/contracts/treasury.hpp>

namespace svc::sales {

// Records of the host and of other modules that a sale names. Modules other than partners may be missing:
// then nothing is found.

using contracts::Item;
using contracts::Location;
using contracts::Partner;
using contracts::Wallet;

struct BusinessUnit {
    Uuid id;
    std::string idText;
    std::string name;
    std::optional<Uuid> defaultLocationId;
    bool archived = false;
    Json facts; ///< as Call::businessUnit gives them
};
/// The named one or the company's default one; nothing when there is none.
std::optional<BusinessUnit> findBusinessUnit(Call& call, const std::optional<std::string>& id);

/// `lockBalance` keeps the balance of a partner who has a credit limit as it is until the commit.
std::optional<Partner> findPartner(Call& call, std::string_view id, bool lockBalance = false);
/// What the partner owes changes by `delta`, in the currency of the company.
void adjustReceivable(Call& call, const Uuid& partner, std::int64_t delta);

/// Asks for the items ahead: findItems of the same ids, which follows, needs no round trip of its own.
void askItems(Call& call, const std::vector<std::string>& ids);
/// Only those that exist; none without the stock module.
std::vector<Item> findItems(Call& call, const std::vector<std::string>& ids);

/// The named location; nothing without the stock module.
std::optional<Location> findLocation(Call& call, const std::string& id, std::string_view businessUnit);

bool hasTreasury(Call& call);
/// The wallet that is named, or the default one of the business unit, else of the company. `path` is the
/// field that a missing default asks for. Refuses with `wallet-not-found`, `field-required:<path>`, and
/// without treasury `module-disabled:treasury`. The facts of the business unit, where they are known, spare a
/// read.
Wallet requireWallet(Call& call, const std::optional<std::string>& id, std::string_view businessUnit,
                     std::string_view path, const Json& unitFacts = Json(nullptr));
/// Refuses an archived wallet and a till without the open session that it requires.
void checkWalletState(const Wallet& wallet, std::string_view path);

/// Units of `currency` for one unit of the company's on that day, when a rate is known.
std::optional<Decimal> findRate(Call& call, Currency currency, Date date);
/// The same, else `rate-not-found:<from>:<to>`.
Decimal rateOf(Call& call, Currency currency, Date date);

/// The identifier in a text that another module gave.
Uuid idOf(std::string_view prefix, std::string_view text);

} // namespace svc::sales
