#include "purchase_order/pdf.hpp"

#include "document/files.hpp"
#include "document/fill.hpp"
#include "document/rendering.hpp"
#include "look/store.hpp"

namespace svc::documents {

PurchaseRecord requirePurchase(Call& call, PurchaseId id) {
    auto purchase =
        calls::purchases::offersGet(call) ? calls::purchases::get(call, {.id = id}) : std::nullopt;
    if (!purchase) {
        throw ApiError(404, "purchase-not-found");
    }
    return *std::move(purchase);
}

StoredFile orderPdf(Call& call, const PurchaseRecord& purchase, const std::string& language) {
    const Invoice order = purchaseOrderOf(call, purchase);
    OtherFacts facts;
    facts.kind = Kind::PurchaseOrder;
    facts.until = purchase.expectedAt;
    return writePaper(composeOther(order, facts, wordingOf(order, language), language, findLook(call).look),
                      order.seller.name);
}

Response getPurchaseOrderPdf(Request& request, const api::GetPurchaseOrderPdfParameters& parameters) {
    const PurchaseRecord purchase = requirePurchase(request, parameters.purchaseId);
    return pdfResponse(orderPdf(request, purchase, languageOf(request, purchase.partnerId)));
}

} // namespace svc::documents
