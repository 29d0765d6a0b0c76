#include <algorithm>

#include <svc/text.hpp>

#include "movement/store/movements.hpp"

namespace svc::treasury {
namespace {

/// A blank filter does not filter.
std::optional<std::string> filterOf(const std::optional<std::string>& parameter) {
    const std::string_view text = parameter ? trim(*parameter) : std::string_view{};
    return text.empty() ? std::nullopt : std::optional<std::string>(text);
}

/// Movements of documents are listed only if requested.
std::optional<std::vector<api::ListTransactionsKindItem>>
kindsOf(const std::optional<std::vector<api::ListTransactionsKindItem>>& given) {
    using Kind = api::ListTransactionsKindItem;
    if (!given) {
        return std::vector{Kind::Free, Kind::Expense, Kind::TillDifference, Kind::Bank};
    }
    return std::find(given->begin(), given->end(), Kind::All) == given->end() ? given : std::nullopt;
}

} // namespace

Answer<200, std::vector<api::Transaction>>
listTransactions(Request& request, const api::ListTransactionsParameters& parameters) {
    api::ListTransactionsParameters filters = parameters;
    filters.category = filterOf(parameters.category);
    filters.kind = kindsOf(parameters.kind);
    filters.q = filterOf(parameters.q);
    const TransactionPage page = TransactionStore(request).list(filters);
    return Answer<200, std::vector<api::Transaction>>(page.rows).total(page.count);
}

} // namespace svc::treasury
