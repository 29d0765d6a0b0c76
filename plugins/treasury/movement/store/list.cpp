#include <svc/list_search.hpp>

#include "movement/store/movements.hpp"

namespace svc::treasury {

TransactionPage TransactionStore::list(const TransactionFilter& filter) {
    ListRequest request{"treasury.transaction", "treasury.transaction", "t", ListParams(company_)};
    ListParams& params = request.params;
    request.where = params.bound("t.date >=", filter.dates.from) + params.bound("t.date <=", filter.dates.to);
    request.where += params.bound("t.wallet_id =", filter.walletId);
    const auto direction = filter.direction ? std::optional(toText(*filter.direction)) : std::nullopt;
    request.where += params.bound("t.direction =", direction);
    request.where += params.bound("t.category =", filter.category);
    request.where += params.key("t.partner_id", filter.partnerId);
    request.where += params.among("t.kind", filter.kinds);
    request.where += params.among("t.status", textsOf(filter.statuses));
    // Movements of one wallet are ordered by position, the order in which its balance changed: identifiers
    // are created before the balance is locked, so their order may differ.
    request.newest =
        filter.walletId ? " ORDER BY t.date DESC, t.position DESC" : " ORDER BY t.date DESC, t.id DESC";
    const std::string_view oldest =
        filter.walletId ? " ORDER BY t.date, t.position" : " ORDER BY t.date, t.id";
    request.order = filter.oldestFirst ? oldest : request.newest;
    request.limit = filter.page.limit;
    request.offset = filter.page.offset;
    request.text = filter.text;
    TransactionPage page;
    page.count = readList(call_, request, transactionColumns(), [&](const Row& row, std::uint32_t column) {
                     page.rows.push_back(transactionFrom(row, column));
                 }).count;
    return page;
}

} // namespace svc::treasury
