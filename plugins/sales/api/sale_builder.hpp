#pragma once

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
    std::vector<PlannedPayment> payments;
};

/// Looks up the records that the body names, applies the rules in the order of API definitions 1.7 and
/// computes every amount.
SaleDraft buildSale(Call& call, const SaleInput& input);

} // namespace svc::sales
