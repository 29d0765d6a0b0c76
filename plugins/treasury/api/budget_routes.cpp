#include "api/routes.hpp"

#include <svc/changes.hpp>

#include "api/amounts.hpp"
#include "api/free_movements.hpp"
#include "store/budget_store.hpp"

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

Response answer(Request& request, Date period) {
    const std::vector<Budget> budgets = BudgetStore(request).of(period);
    Json records = Json::array();
    for (const Budget& budget : budgets) {
        records.push(Json::object({{"period", period.toString().substr(0, 7)},
                                   {"category", budget.category},
                                   {"amount", budget.amount},
                                   {"spent", budget.spent},
                                   {"remaining", budget.amount - budget.spent},
                                   {"currency", request.company().currency}}));
    }
    return Response::json(200, records).total(static_cast<std::int64_t>(budgets.size()));
}

/// Amounts by their categories.
Json amountsOf(const std::vector<Budget>& budgets) {
    Json amounts = Json::object();
    for (const Budget& budget : budgets) {
        amounts.set(budget.category, budget.amount);
    }
    return amounts;
}

} // namespace

Response listBudgets(Request& request) {
    const auto period = request.query("period");
    if (!period || period->empty()) {
        throw ApiError(400, "period-required");
    }
    return answer(request, periodOf(*period));
}

Response replaceBudgets(Request& request) {
    const Json& body = request.body();
    const Date period = periodOf(body.textOr("period"));
    std::vector<Budget> budgets;
    for (const Json& given : body["budgets"].items()) {
        const std::string path = "budgets[" + std::to_string(budgets.size()) + "].";
        Budget budget{given.textOr("category"),
                      minorAt(given["amount"], path + "amount", request.company().currency), 0};
        for (const Budget& other : budgets) {
            if (other.category == budget.category) {
                throw fieldInvalid(path + "category");
            }
        }
        budgets.push_back(std::move(budget));
    }
    for (const Budget& budget : budgets) {
        categoryOf(request, Json::object({{"category", budget.category}}));
    }
    BudgetStore store(request);
    const Json before = amountsOf(store.of(period));
    store.replace(period, budgets);
    request.history("budgets", period.toString().substr(0, 7), "updated",
                    changesBetween(before, amountsOf(budgets)));
    return answer(request, period);
}

} // namespace svc::treasury
