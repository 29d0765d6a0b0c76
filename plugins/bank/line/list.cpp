#include <svc/text.hpp>

#include "line/store/lines.hpp"
#include "trade/wallets.hpp"

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
    const Currency currency =
        parameters.walletId
            ? trade::requireWallet<calls::treasury::wallet>(request, *parameters.walletId).currency
            : request.company().currency;
    api::ListBankTransactionsParameters filters = parameters;
    filters.q = std::string(trim(parameters.q.value_or("")));
    const LinePage page =
        LineStore(request).list(filters, {.from = filterAmount(parameters.minAmount, "minAmount", currency),
                                          .to = filterAmount(parameters.maxAmount, "maxAmount", currency)});
    return Answer<200, std::vector<api::BankTransaction>>(page.rows).total(page.count);
}

} // namespace svc::bank
