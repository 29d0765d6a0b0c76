#include <svc/text.hpp>

#include "api/import.hpp"
#include "api/reconciliation.hpp"

namespace svc::bank {

namespace {

/// An amount of a filter in major units; of the currency of the wallet named, else of the company's.
std::optional<std::int64_t> filterAmount(const std::optional<Decimal>& major, const char* name,
                                         Currency currency) {
    return major ? std::optional(amountOf(*major, currency, name)) : std::nullopt;
}

Answer<200, api::BankTransaction> answer(const Line& line) {
    return Answer<200, api::BankTransaction>(line).etag(line.version);
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

Answer<200, api::BankTransaction> getBankTransaction(Request& request,
                                                     const api::GetBankTransactionParameters& parameters) {
    return answer(requireLine(LineStore(request).find(parameters.id)));
}

Answer<200, api::BankTransaction> matchBankTransaction(Request& request,
                                                       const api::MatchBankTransactionParameters& parameters,
                                                       const api::BankMatch& body) {
    return answer(matchLine(request, parameters.id, body));
}

Answer<200, api::RecordBankTransactionAnswer>
recordBankTransaction(Request& request, const api::RecordBankTransactionParameters& parameters,
                      const api::BankRecord& body) {
    return recordLine(request, parameters.id, body);
}

Answer<200, api::BankTransaction>
ignoreBankTransaction(Request& request, const api::IgnoreBankTransactionParameters& parameters,
                      const api::IgnoreBankTransactionBody& body) {
    return answer(ignoreLine(request, parameters.id, body.reason));
}

Answer<200, api::BankTransaction>
reopenBankTransaction(Request& request, const api::ReopenBankTransactionParameters& parameters,
                      const api::ReopenBankTransactionBody& body) {
    return answer(reopenLine(request, parameters.id, body.date));
}

void hooks::transactionVoided(Call& call, const Event& event) {
    movementVoided(call, event.objectId());
}

} // namespace svc::bank
