#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <svc/call.hpp>

#include "api/neighbours.hpp"
#include "api/payments.hpp"
#include "api/sale_input.hpp"
#include "domain/sale.hpp"

namespace svc::sales {

/// A sale that has passed every check, before anything is written: all but its number.
struct SaleDraft {
    Sale sale;
    std::optional<Partner> partner;
    std::string businessUnitName;
    std::vector<PlannedPayment> payments;
};

/// What the document is built for. A quote moves no stock, takes no money and counts for no plan.
enum class Purpose { Sale = 1, Quote };

/// Looks up the records that the body names, applies the rules in the order of API definitions 1.7 and
/// computes every amount. `checkState` runs where these rules want the state of another record judged (the
/// quote that is converted): after the records and the plan, before dates and amounts.
SaleDraft buildSale(Call& call, const SaleInput& input, Purpose purpose = Purpose::Sale,
                    const std::function<void()>& checkState = {});

} // namespace svc::sales
