#include "purchase_order/pdf.hpp"

#include "document/files.hpp"
#include "document/fill.hpp"
#include "document/neighbours.hpp"
#include "document/rendering.hpp"
#include "look/store.hpp"

namespace svc::documents {

StoredFile orderPdf(Call& call, const PurchaseRecord& purchase, const std::string& language) {
    const Invoice order = purchaseOrderOf(call, purchase);
    OtherFacts facts;
    facts.kind = Kind::PurchaseOrder;
    facts.until = purchase.expectedAt;
    return writePaper(composeOther(order, facts, wordingOf(order, language), language, findLook(call).look),
                      order.seller.name);
}

Response getPurchaseOrderPdf(Request& request, const api::GetPurchaseOrderPdfParameters& parameters) {
    const PurchaseRecord purchase = purchaseOf(request, parameters.purchaseId);
    return pdfResponse(orderPdf(request, purchase, languageOf(request, purchase.partnerId)));
}

} // namespace svc::documents
