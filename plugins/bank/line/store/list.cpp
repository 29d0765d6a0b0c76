#include <svc/list_search.hpp>

#include "line/store/lines.hpp"

namespace svc::bank {

LinePage LineStore::list(const LineFilter& filter) {
    ListRequest request{"bank.line", "bank.line", "l", ListParams(company_)};
    ListParams& params = request.params;
    request.where = params.bound("l.booked_at >=", filter.dates.from);
    request.where += params.bound("l.booked_at <=", filter.dates.to);
    request.where += params.bound("l.wallet_id =", filter.walletId);
    request.where += params.among("l.status", textsOf(filter.statuses));
    request.where += params.bound("l.amount >=", filter.minAmount);
    request.where += params.bound("l.amount <=", filter.maxAmount);
    request.newest = " ORDER BY l.booked_at DESC, l.id DESC";
    request.order = filter.oldestFirst ? " ORDER BY l.booked_at, l.id" : request.newest;
    request.text = filter.text;
    request.limit = filter.page.limit;
    request.offset = filter.page.offset;
    LinePage page;
    page.count = readList(call_, request, lineColumns(), [&](const Row& row, std::uint32_t column) {
                     page.rows.push_back(lineFrom(row, column));
                 }).count;
    readMatches(page.rows);
    return page;
}

} // namespace svc::bank
