#include "document/files.hpp"
#include "document/fill.hpp"
#include "document/rules/file_check.hpp"
#include "invoice/sale.hpp"

namespace svc::documents {

Answer<200, api::InvoiceReport> validateInvoice(Request& request,
                                                const api::ValidateInvoiceParameters& parameters) {
    const Invoice invoice = invoiceOf(request, requireSale(request, parameters.saleId));
    api::InvoiceReport report{.profile = parameters.profile, .rules = std::string(RulesVersion)};
    for (const Finding& finding : checkFile(invoice, profileNamed(parameters.profile))) {
        report.errors.push_back({.rule = finding.rule,
                                 .severity = api::InvoiceReportErrorsItemSeverity::Error,
                                 .field = finding.field,
                                 .message = finding.message});
    }
    report.valid = report.errors.empty();
    return report;
}

} // namespace svc::documents
