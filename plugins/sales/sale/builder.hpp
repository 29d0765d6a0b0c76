#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sale/parties.hpp"
#include "sale/pay.hpp"
#include "sale/rules/sale.hpp"

namespace svc::sales {

/// A sale that has passed every check but is not written: complete except for its number.
struct SaleDraft {
    Sale sale;
    std::optional<Partner> partner;
    std::string businessUnitName;
    std::vector<PlannedPayment> payments;
};

/// The purpose of building the document.
enum class Purpose {
    Sell = 1,
    Repeat,     ///< a sale of later days: does not count for the plan of this month
    Offer,      ///< moves no stock, takes no money and does not count for the plan
    ChangeOffer ///< an offer with a date that was accepted before; the books of that day may be locked now
};

/// Applies the rules in the order of API definitions 1.7, looks up the records that the request names and
/// computes every amount. `checkState` runs where these rules check the state of another record (such as the
/// converted quote): after the records and the plan, before dates and amounts.
SaleDraft buildSale(Call& call, const api::SaleCreate& body, Purpose purpose = Purpose::Sell,
                    const std::function<void()>& checkState = {});

} // namespace svc::sales
