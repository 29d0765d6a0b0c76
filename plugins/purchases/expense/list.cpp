#include <svc/text.hpp>

#include "expense/store.hpp"

namespace svc::purchases {
namespace {

/// A blank filter does not filter.
std::optional<std::string> filterOf(const std::optional<std::string>& parameter) {
    const std::string_view text = parameter ? trim(*parameter) : std::string_view{};
    return text.empty() ? std::nullopt : std::optional<std::string>(text);
}

} // namespace

Answer<200, std::vector<api::Expense>> listExpenses(Request& request,
                                                    const api::ListExpensesParameters& parameters) {
    api::ListExpensesParameters filters = parameters;
    filters.category = filterOf(parameters.category);
    filters.q = filterOf(parameters.q);
    const ExpensePage page = findExpenses(request, filters);
    return Answer<200, std::vector<api::Expense>>(page.rows).total(page.count);
}

} // namespace svc::purchases
