/// @file Records of the module sales in the words of the rules.
#pragma once

#include <optional>
#include <vector>

#include "bindings.hpp"
#include "rules/parties.hpp"
#include "rules/sale_groups.hpp"

namespace svc::fr_einvoicing {

inline calls::sales::Sale getSale(Call& call, const std::string& id) {
    return calls::sales::get(call, {.id = SaleId::parse(id).value()}).value();
}

inline std::optional<Party> partyOf(const std::optional<calls::sales::SealedBuyer>& buyer) {
    if (!buyer) {
        return std::nullopt;
    }
    return Party{.name = buyer->name,
                 .country = buyer->country.value_or(""),
                 .registrationNumber = buyer->registrationNumber,
                 .vatNumber = buyer->vatNumber,
                 .peppolId = buyer->peppolId};
}

inline std::vector<TaxAmounts> amountsOf(const std::vector<calls::sales::SaleTax>& taxes) {
    std::vector<TaxAmounts> all;
    for (const auto& tax : taxes) {
        all.push_back({tax.taxCategory, tax.taxRate, tax.net, tax.tax});
    }
    return all;
}

inline std::vector<LineAmount> amountsOf(const std::vector<calls::sales::SaleLine>& lines) {
    std::vector<LineAmount> all;
    for (const auto& line : lines) {
        all.push_back({line.service, line.taxCategory, line.taxRate, line.net});
    }
    return all;
}

} // namespace svc::fr_einvoicing
