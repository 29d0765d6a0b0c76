// The budgets of a month, read and replaced as a whole.
#include <svc/changes.hpp>

#include "budget/store.hpp"
#include "category/get.hpp"

namespace svc::treasury {

namespace {

/// The first day of a month YYYY-MM.
Date periodOf(std::string_view text) {
    const auto date = text.size() == 7 ? Date::parse(std::string(text) + "-01") : std::nullopt;
    if (!date) {
        throw fieldInvalid("period");
    }
    return *date;
}

/// Amounts by their categories.
Json amountsOf(const std::vector<Budget>& budgets) {
    Json amounts = Json::object();
    for (const Budget& budget : budgets) {
        amounts.set(budget.category, budget.amount.minor());
    }
    return amounts;
}

} // namespace

Answer<200, std::vector<api::BudgetsItem>> listBudgets(Request& request,
                                                       const api::ListBudgetsParameters& parameters) {
    if (!parameters.period || parameters.period->empty()) {
        throw ApiError(400, "period-required");
    }
    const std::vector<Budget> budgets = BudgetStore(request).of(periodOf(*parameters.period));
    return Answer<200, std::vector<api::BudgetsItem>>(rowsOn(parameters.page, budgets))
        .total(static_cast<std::int64_t>(budgets.size()));
}

Answer<200, std::vector<api::BudgetsItem>> replaceBudgets(Request& request, const api::BudgetsReplace& body) {
    const Date period = periodOf(body.period);
    std::vector<Budget> budgets;
    for (const api::BudgetsReplaceBudgetsItem& given : body.budgets) {
        const std::string path = "budgets[" + std::to_string(budgets.size()) + "].";
        const Budget budget{.category = given.category,
                            .amount =
                                MinorAmount(given.amount.minor(request.company().currency, path + "amount"))};
        for (const Budget& other : budgets) {
            if (other.category == budget.category) {
                throw fieldInvalid(path + "category");
            }
        }
        budgets.push_back(budget);
    }
    for (const Budget& budget : budgets) {
        categoryOf(request, budget.category);
    }
    BudgetStore store(request);
    const Json before = amountsOf(store.of(period));
    store.replace(period, budgets);
    request.history("budgets", monthOf(period), "updated", changesBetween(before, amountsOf(budgets)));
    const std::vector<Budget> kept = store.of(period);
    return Answer<200, std::vector<api::BudgetsItem>>(kept).total(static_cast<std::int64_t>(kept.size()));
}

} // namespace svc::treasury
