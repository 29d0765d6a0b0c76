#include <svc/list_query.hpp>
#include <svc/tally.hpp>

#include "store/transaction_store.hpp"
#include "store/transaction_terms.hpp"

namespace svc::treasury {
namespace {

std::vector<Transaction> rowsOf(Database& db, FoundDocuments found, const TransactionFilter& filter,
                                const std::string& order) {
    const std::string limit = found.params.place(filter.limit);
    const std::string offset = found.params.place(filter.offset);
    std::vector<Transaction> rows;
    for (const Row row : db.query("SELECT " + transactionColumns() + found.from + order + " LIMIT " + limit +
                                      " OFFSET " + offset,
                                  found.params.values())) {
        rows.push_back(transactionFrom(row));
    }
    return rows;
}

std::string_view tableOf(char grain) {
    return grain == 'y' ? "movement_year" : grain == 'm' ? "movement_month" : "movement_day";
}

/// Of what is filtered by anything but partner and text: whole years, and the months and days at the ends of
/// the period. Those of a category, or of all (''), lie together in the index.
std::int64_t countOfDays(Database& db, const Uuid& company, const TransactionFilter& filter) {
    ListParams params(company);
    std::string others = filter.category ? params.bound("category =", filter.category) : " AND category = ''";
    others += params.bound("wallet_id =", filter.walletId);
    others += params.bound("direction =", filter.direction);
    others += params.among("kind", filter.kinds);
    std::string counted;
    for (const detail::TallyPeriod::Part& part :
         detail::TallyPeriod(filter.dates.from, filter.dates.to).partsWithYears()) {
        const std::string first = params.place(part.span.first);
        const std::string end = params.place(part.span.end);
        counted += std::string(counted.empty() ? "" : " UNION ALL ") + "SELECT movements, voided, " +
                   (part.added ? "1" : "-1") + " AS sign FROM treasury." + std::string(tableOf(part.grain)) +
                   " WHERE company_id = $1 AND date >= " + first + " AND date < " + end + others;
    }
    const std::string_view number = !filter.status              ? "movements"
                                    : filter.status == "voided" ? "voided"
                                                                : "movements - voided";
    return db
        .query("SELECT coalesce(sum(sign * (" + std::string(number) + ")), 0)::bigint FROM (" + counted +
                   ") AS counted",
               params.values())[0]
        .integer(0);
}

/// The number of all movements of which the page has some.
std::int64_t countOf(Call& call, const FoundDocuments& found, const TransactionFilter& filter,
                     const TransactionPage& page) {
    if (found.kept) {
        return found.kept->documents;
    }
    const auto read = static_cast<std::int64_t>(page.rows.size());
    // The page itself tells it when it is the last one.
    if (read < filter.limit && (read > 0 || filter.offset == 0)) {
        return filter.offset + read;
    }
    if (!filter.partnerId && !filter.text) {
        return countOfDays(call.db(), call.companyId(), filter);
    }
    return call.db().query("SELECT count(*)" + found.from, found.params.values())[0].integer(0);
}

} // namespace

TransactionPage TransactionStore::list(const TransactionFilter& filter) {
    FoundDocuments all{ListParams(company_), " FROM treasury.transaction t WHERE company_id = $1"};
    all.from += all.params.bound("date >=", filter.dates.from);
    all.from += all.params.bound("date <=", filter.dates.to);
    all.from += all.params.bound("wallet_id =", filter.walletId);
    all.from += all.params.bound("direction =", filter.direction);
    all.from += all.params.bound("category =", filter.category);
    all.from += all.params.bound("partner_id =", filter.partnerId);
    all.from += all.params.among("kind", filter.kinds);
    all.from += all.params.bound("status =", filter.status);
    const std::string newest = " ORDER BY t.date DESC, t.id DESC";
    const std::string order = filter.oldestFirst ? " ORDER BY t.date, t.id" : newest;
    const auto read = [&](TransactionPage& page, const FoundDocuments& found) {
        if (found.rows) {
            page.rows = rowsOf(call_.db(), found, filter, order);
        }
        if (found.summary) {
            page.count = countOf(call_, found, filter, page);
        }
    };
    if (filter.text) {
        SearchedList list{all.params, all.from, "t", order, newest, filter.limit};
        if (!filter.partnerId) {
            list.counted = {filter.dates.from,
                            filter.dates.to,
                            {oneWord(filter.walletId), oneWord(filter.direction), oneWord(filter.category),
                             filter.kinds, oneWord(filter.status)}};
        }
        return TransactionTerms.words().find<TransactionPage>(call_, *filter.text, list, read);
    }
    TransactionPage page;
    if (!filter.partnerId &&
        areSeveral({filter.walletId.has_value(), filter.direction.has_value(), filter.category.has_value(),
                    filter.kinds.has_value(), filter.status.has_value()})) {
        page.count = countOfDays(call_.db(), company_, filter);
        TransactionFilter left = filter;
        left.limit = rowsLeft(page.count, filter.offset, filter.limit);
        page.rows = rowsOf(call_.db(), all, left, order);
        return page;
    }
    read(page, all);
    return page;
}

} // namespace svc::treasury
