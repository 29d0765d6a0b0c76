#include "document/rules/file_check.hpp"

#include "einvoice/code_lists.hpp"

namespace svc::documents {
namespace {

constexpr int MostDecimals = 2; // BR-DEC-*

} // namespace

std::optional<Currency> unsupportedCurrency(const Invoice& invoice) {
    for (const Currency currency : {invoice.currency, invoice.bookCurrency}) {
        if (currency.digits() > MostDecimals) {
            return currency;
        }
    }
    return std::nullopt;
}

std::vector<Finding> checkFile(const Invoice& invoice, Profile profile) {
    std::vector<Finding> findings = checkInvoice(invoice, profile, codeLists());
    if (const auto currency = unsupportedCurrency(invoice)) {
        // The rules on the total and on the tax in the accounting currency.
        const bool own = *currency == invoice.currency;
        findings.insert(findings.begin(), {.rule = own ? "BR-DEC-14" : "BR-DEC-15",
                                           .field = own ? "currency" : "company.currency",
                                           .message = "An amount has at most two decimals, those of " +
                                                      std::string(currency->code()) + " have more."});
    }
    return findings;
}

} // namespace svc::documents
