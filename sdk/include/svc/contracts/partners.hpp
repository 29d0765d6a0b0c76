/// @file Commands of the plugin `partners`: customers and suppliers.
///
/// A plugin that calls them names them under `commands.uses` of its plugin.yaml. Like events they are
/// versioned by growing: fields may be added, never removed, so a plugin built with this header reads what it
/// knows.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/call.hpp>

namespace svc::contracts {

/// A customer or supplier; amounts are minor units of the company's currency.
struct Partner {
    std::string id; ///< par_…
    std::string name;
    std::string kind;     ///< customer, supplier or both
    bool company = false; ///< a company, not a person
    std::optional<std::string> email;
    std::optional<std::string> country;
    std::optional<std::string> vatNumber;
    std::optional<std::string> language;
    std::optional<Currency> currency;
    std::optional<std::int64_t> paymentTermsDays;
    std::optional<std::int64_t> creditLimit;
    std::optional<std::string> priceListId;
    std::optional<std::string> taxExemptionReason;
    bool archived = false;
    std::int64_t balance = 0; ///< what the partner owes
    Json record;              ///< everything that `partners.get` tells
};

/// `partners.get`: the partner, or nothing when there is none. With `lockBalance` the balance of a partner
/// who has a credit limit stays as it is until the commit: for whoever is about to add to it.
inline std::optional<Partner> getPartner(Call& call, std::string_view id, bool lockBalance = false) {
    Json input = Json::object({{"id", id}});
    if (lockBalance) {
        input.set("lock", true);
    }
    const Json found = call.command("partners.get", input);
    if (found.isNull()) {
        return std::nullopt;
    }
    Partner partner;
    partner.id = found["id"].text();
    partner.name = found["name"].text();
    partner.kind = found.textOr("kind", "customer");
    partner.company = found.optionalBool("company").value_or(false);
    partner.email = found.optionalText("email");
    partner.country = found.optionalText("country");
    partner.vatNumber = found.optionalText("vatNumber");
    partner.language = found.optionalText("language");
    if (const auto code = found.optionalText("currency")) {
        partner.currency = Currency::parse(*code);
    }
    partner.paymentTermsDays = found.optionalInteger("paymentTermsDays");
    partner.creditLimit = found.optionalInteger("creditLimit");
    partner.priceListId = found.optionalText("priceListId");
    partner.taxExemptionReason = found.optionalText("taxExemptionReason");
    partner.archived = found.optionalBool("archived").value_or(false);
    partner.balance = found.optionalInteger("balance").value_or(0);
    partner.record = found;
    return partner;
}

/// `partners.names`: names by id; unknown ids are left out.
inline std::map<std::string, std::string> partnerNames(Call& call, const std::vector<std::string>& ids) {
    const Json found = call.command("partners.names", Json::object({{"ids", ids}}));
    std::map<std::string, std::string> names;
    for (const Json& partner : found["partners"].items()) {
        names.emplace(partner["id"].text(), partner["name"].text());
    }
    return names;
}

/// `partners.adjust_balance`: adds to what the partner owes (`receivable`) and is owed (`payable`), just
/// before the commit. Refuses with `partner-not-found`.
inline void adjustPartnerBalance(Call& call, std::string_view id, std::int64_t receivable,
                                 std::int64_t payable = 0) {
    call.command("partners.adjust_balance",
                 Json::object({{"id", id}, {"receivable", receivable}, {"payable", payable}}));
}

} // namespace svc::contracts
