#include "supplier_invoice/tell.hpp"

#include "platform/settings.hpp"
#include "status/rules/status_message.hpp"
#include "status/rules/statuses.hpp"
#include "status/tell.hpp"
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

void tellPaymentOfPurchase(Call& call, const Event& event) {
    const auto settings = enabledSettings(call);
    const std::string& purchase = event.objectId();
    const auto invoice = settings ? findByPurchase(call, purchase) : std::nullopt;
    if (invoice) {
        tell(call, *settings, invoice->id, purchase,
             aboutSupplier(call, *settings, *invoice, status::PaymentSent));
    }
}

Json tellDecision(Call& call, const Json& input) {
    const std::string id = input.textOr("id");
    const auto settings = enabledSettings(call);
    const auto invoice = settings ? findSupplierInvoice(call, id) : std::nullopt;
    if (!invoice) {
        return Json::object();
    }
    const bool accepted = input.textOr("decision") == "accepted";
    StatusMessage message =
        aboutSupplier(call, *settings, *invoice, accepted ? status::Approved : status::Refused);
    if (!accepted) {
        message.reasonCode = input.textOr("reasonCode", settings->refusalCode);
        message.reason = input.textOr("reason");
    }
    tell(call, *settings, id, "decision", std::move(message));
    if (const auto purchase = input.optionalText("purchaseId")) {
        keepPurchase(call, id, *purchase);
    }
    return Json::object();
}

} // namespace svc::fr_einvoicing
