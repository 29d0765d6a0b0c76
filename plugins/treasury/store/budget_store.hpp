#pragma once

#include <string>
#include <vector>

#include <svc/call.hpp>

namespace svc::treasury {

/// What may be spent in a category and month, and what was; minor units of the currency of the company.
struct Budget {
    std::string category;
    std::int64_t amount = 0;
    std::int64_t spent = 0;
};

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
