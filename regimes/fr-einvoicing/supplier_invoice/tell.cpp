#include "status/tell.hpp"
#include "platform/settings.hpp"
#include "status/rules/status_message.hpp"
#include "status/rules/statuses.hpp"
#include "supplier_invoice/store.hpp"

namespace svc::fr_einvoicing {
namespace {

StatusMessage aboutSupplier(Call& call, const Settings& settings, const SupplierInvoice& invoice,
                            std::string_view code) {
    return {.code = std::string(code),
            .invoice = {.number = invoice.number,
                        .typeCode = invoice.typeCode,
                        .date = invoice.date,
                        .sellerSiren = invoice.sellerSiren},
            .sender = {settings.siren, companyName(call), "BY"},
            .recipient = {invoice.sellerSiren, invoice.sellerName, "SE"}};
}

} // namespace

/// `purchase.paid`: sends the status 211 to the supplier, when its invoice came through the platform.
void subscribers::tellPurchases(Call& call, const Event& event) {
    const auto settings = enabledSettings(call);
    const std::string& purchase = event.objectId();
    const auto invoice = settings ? findByPurchase(call, purchase) : std::nullopt;
    if (invoice) {
        tell(call, *settings, invoice->id, purchase,
             aboutSupplier(call, *settings, *invoice, status::PaymentSent));
    }
}

/// Sends the decision about a supplier invoice, 205 or 210.
void commands::supplierInvoice(Call& call, const commands::SupplierInvoiceInput& input) {
    const std::string id = input.id.toString();
    const auto settings = enabledSettings(call);
    const auto invoice = settings ? findSupplierInvoice(call, id) : std::nullopt;
    if (!invoice) {
        return;
    }
    const bool accepted = input.decision == commands::SupplierInvoiceInputDecision::Accepted;
    StatusMessage message =
        aboutSupplier(call, *settings, *invoice, accepted ? status::Approved : status::Refused);
    if (!accepted) {
        message.reasonCode = input.reasonCode.value_or(settings->refusalCode);
        message.reason = input.reason.value_or("");
    }
    tell(call, *settings, id, "decision", std::move(message));
    if (input.purchaseId) {
        keepPurchase(call, id, input.purchaseId->toString());
    }
}

} // namespace svc::fr_einvoicing
