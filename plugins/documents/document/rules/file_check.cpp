#include "document/rules/file_check.hpp"

#include "einvoice/code_lists.hpp"
#include "einvoice/formats.hpp"

namespace svc::documents {

bool hasUnsupportedCurrency(const Invoice& invoice) {
    return invoice.currency.digits() > MostDecimals;
}

std::vector<Finding> checkFile(const Invoice& invoice, Profile profile) {
    std::vector<Finding> findings = checkInvoice(invoice, profile, codeLists());
    if (hasUnsupportedCurrency(invoice)) {
        // The rule on the total.
        findings.insert(findings.begin(), {.rule = "BR-DEC-14",
                                           .field = "currency",
                                           .message = "An amount has at most two decimals, those of " +
                                                      std::string(invoice.currency.code()) + " have more."});
    }
    return findings;
}

} // namespace svc::documents
