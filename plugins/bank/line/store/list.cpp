#include <svc/list_search.hpp>

#include "line/store/lines.hpp"

namespace svc::bank {

LinePage LineStore::list(const api::ListBankTransactionsParameters& parameters, const AmountRange& amounts) {
    ListRequest list = lists::line(call_, parameters);
    list.where += list.params.bound("r.amount >=", amounts.from);
    list.where += list.params.bound("r.amount <=", amounts.to);
    LinePage page;
    page.count = readList(call_, list, lineColumns(), [&](const Row& row, std::uint32_t column) {
                     page.rows.push_back(lineFrom(row, column));
                 }).count;
    readMatches(page.rows);
    return page;
}

} // namespace svc::bank
