#pragma once

#include <vector>

#include <bindings.hpp>

namespace svc::treasury {

/// The budget of a category in a month, and the spent amount; in the currency of the company.
using Budget = api::BudgetsItem;

/// `2026-11`
inline std::string monthOf(Date period) {
    return period.toString().substr(0, 7);
}

/// Budgets, for one call. A period is the first day of its month.
class BudgetStore {
public:
    explicit BudgetStore(Call& call) : call_(call), company_(call.companyId()) {}

    std::vector<Budget> of(Date period);
    void replace(Date period, const std::vector<Budget>& budgets);

private:
    Call& call_;
    Uuid company_;
};

} // namespace svc::treasury
