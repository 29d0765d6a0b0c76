#include <svc/list_search.hpp>

#include "movement/store/movements.hpp"

namespace svc::treasury {

TransactionPage TransactionStore::list(const api::ListTransactionsParameters& parameters) {
    ListRequest list = lists::transaction(call_, parameters);
    if (!parameters.walletId && !parameters.category && !parameters.direction && !parameters.status &&
        !parameters.q) {
        // Counting ten thousand movements is faster than adding up the counters of all wallets, categories
        // and days.
        list.counted.reset();
    }
    if (parameters.walletId) {
        // Movements of one wallet are ordered by position, the order in which its balance changed:
        // identifiers are created before the balance is locked, so their order may differ.
        list.newest = " ORDER BY r.date DESC, r.position DESC";
        list.order = parameters.sort == api::DateOrder::Date ? " ORDER BY r.date, r.position" : list.newest;
    }
    TransactionPage page;
    page.count = readList(call_, list, transactionColumns(), [&](const Row& row, std::uint32_t column) {
                     page.rows.push_back(transactionFrom(row, column));
                 }).count;
    return page;
}

} // namespace svc::treasury
