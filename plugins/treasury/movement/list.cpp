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
std::optional<std::vector<std::string>>
kindsOf(const std::optional<std::vector<api::ListTransactionsKindItem>>& given) {
    using Kind = api::ListTransactionsKindItem;
    if (!given) {
        return std::vector<std::string>{"free", "expense", "till_difference", "bank"};
    }
    return std::find(given->begin(), given->end(), Kind::All) == given->end() ? textsOf(given) : std::nullopt;
}

} // namespace

Answer<200, std::vector<api::Transaction>>
listTransactions(Request& request, const api::ListTransactionsParameters& parameters) {
    const TransactionPage page =
        TransactionStore(request).list({.dates = request.dateRange(),
                                        .walletId = parameters.walletId,
                                        .direction = parameters.direction,
                                        .category = filterOf(parameters.category),
                                        .partnerId = parameters.partnerId,
                                        .kinds = kindsOf(parameters.kind),
                                        .statuses = parameters.status,
                                        .text = filterOf(parameters.q),
                                        .oldestFirst = parameters.sort == api::DateOrder::Date,
                                        .page = parameters.page});
    return Answer<200, std::vector<api::Transaction>>(page.rows).total(page.count);
}

} // namespace svc::treasury
