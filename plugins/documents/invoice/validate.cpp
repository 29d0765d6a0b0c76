#include "document/files.hpp"
#include "document/fill.hpp"
#include "document/neighbours.hpp"
#include "einvoice/check.hpp"
#include "einvoice/code_lists.hpp"

namespace svc::documents {

Answer<200, api::InvoiceReport> validateInvoice(Request& request,
                                                const api::ValidateInvoiceParameters& parameters) {
    const Invoice invoice = invoiceOf(request, saleOf(request, parameters.saleId));
    api::InvoiceReport report{.profile = parameters.profile, .rules = std::string(RulesVersion)};
    for (const Finding& finding : checkInvoice(invoice, profileNamed(parameters.profile), codeLists())) {
        report.errors.push_back({.rule = finding.rule,
                                 .severity = api::InvoiceReportErrorsItemSeverity::Error,
                                 .field = finding.field,
                                 .message = finding.message});
    }
    report.valid = report.errors.empty();
    return report;
}

} // namespace svc::documents
