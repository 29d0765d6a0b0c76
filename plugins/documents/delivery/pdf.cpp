#include "document/files.hpp"
#include "document/fill.hpp"
#include "document/rendering.hpp"
#include "invoice/sale.hpp"
#include "look/store.hpp"

namespace svc::documents {

Response getDeliveryPdf(Request& request, const api::GetDeliveryPdfParameters& parameters) {
    const SaleRecord sale = requireSale(request, parameters.saleId);
    for (const DeliveryRecord& delivery : sale.deliveries) {
        if (delivery.id != parameters.deliveryId) {
            continue;
        }
        const Invoice note = deliveryNoteOf(request, sale, delivery);
        OtherFacts facts;
        facts.kind = Kind::DeliveryNote;
        facts.invoiceNumber = sale.number;
        facts.carrier = delivery.carrier;
        facts.tracking = delivery.trackingNumber;
        const std::string language = languageOf(request, sale.partnerId);
        return pdfResponse(
            writePaper(composeOther(note, facts, wordingOf(note, language), language, findLook(request).look),
                       note.seller.name));
    }
    throw ApiError(404, "document-not-found");
}

} // namespace svc::documents
