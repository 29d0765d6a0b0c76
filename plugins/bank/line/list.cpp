#include <svc/text.hpp>

#include "document/neighbours.hpp"
#include "line/store/lines.hpp"

namespace svc::bank {
namespace {

/// An amount of a filter in major units; of the currency of the wallet named, else of the company's.
std::optional<std::int64_t> filterAmount(const std::optional<Decimal>& major, const char* name,
                                         Currency currency) {
    return major ? std::optional(amountOf(*major, currency, name)) : std::nullopt;
}

} // namespace

Answer<200, std::vector<api::BankTransaction>>
listBankTransactions(Request& request, const api::ListBankTransactionsParameters& parameters) {
    const Currency currency = parameters.walletId ? requireWallet(request, *parameters.walletId).currency
                                                  : request.company().currency;
    LineFilter filter{.dates = request.dateRange(),
                      .walletId = parameters.walletId,
                      .statuses = parameters.status,
                      .minAmount = filterAmount(parameters.minAmount, "minAmount", currency),
                      .maxAmount = filterAmount(parameters.maxAmount, "maxAmount", currency),
                      .oldestFirst = parameters.sort == api::DateOrder::Date,
                      .page = parameters.page};
    if (parameters.q && !trim(*parameters.q).empty()) {
        filter.text = std::string(trim(*parameters.q));
    }
    const LinePage page = LineStore(request).list(filter);
    return Answer<200, std::vector<api::BankTransaction>>(page.rows).total(page.count);
}

} // namespace svc::bank
