// Who sold to whom is sealed with each document in the transaction that issues it: a partner who is renamed
// later keeps the old name on what was issued before, whenever it is first drawn.
#include "api/parties.hpp"

#include "api/routes.hpp"
#include "store/follow_store.hpp"
#include "store/issuing_sale.hpp"
#include "store/sale_store.hpp"

namespace svc::sales {
namespace {

Json recordOf(const Json& from, std::initializer_list<const char*> names) {
    Json record = Json::object();
    for (const char* name : names) {
        if (const Json& value = from[name]; !value.isNull()) {
            record.add(name, value);
        }
    }
    return record;
}

/// The items' codes by line, and the invoice that was taken back, when this one stands in its place.
Json sealedSale(Call& call, const Sale& sale) {
    Json lines = Json::array();
    for (const SaleLine& line : sale.lines) {
        lines.push(
            Json::object({{"id", encodeId("lin", line.id)}, {"sku", line.sku}, {"barcode", line.barcode}}));
    }
    Json corrects(nullptr);
    if (sale.correctsId) {
        const Sale first = findSale(call.db(), call.companyId(), *sale.correctsId, {}).value();
        corrects = Json::object({{"number", first.number}, {"date", first.date}});
    }
    return Json::object(
        {{"lines", std::move(lines)}, {"corrects", std::move(corrects)}, {"prepayment", sale.prepayment}});
}

/// A hook of the transaction that issues the document is told what will be kept with it.
void addUnwritten(Call& call, const Sale& sale, SealedParties& sealed) {
    if (!sealed.isUnwritten) {
        return;
    }
    const auto unit = findBusinessUnit(call, encodeId("bus", sale.businessUnitId));
    const auto partner = sale.partnerId ? findPartner(call, encodeId("par", *sale.partnerId)) : std::nullopt;
    const Parties issued = partiesOf(call, unit ? unit->name : std::string(), partner ? &*partner : nullptr);
    if (!sealed.seller) {
        sealed.seller = Json::parse(issued.seller);
    }
    if (!sealed.buyer && issued.buyer) {
        sealed.buyer = Json::parse(*issued.buyer);
    }
}

} // namespace

Parties partiesOf(Call& call, const std::string& businessUnitName, const Partner* partner) {
    Parties parties;
    Json seller = recordOf(call.companyRecord(),
                           {"name", "legalName", "country", "registrationNumber", "vatNumber", "peppolId",
                            "address", "contactName", "phone", "email", "iban", "bic"});
    seller.add("businessUnitName", businessUnitName);
    parties.seller = seller.dump();
    if (partner != nullptr) {
        parties.buyer =
            recordOf(partner->record, {"name", "country", "registrationNumber", "vatNumber", "peppolId",
                                       "address", "deliveryAddress", "buyerReference", "language"})
                .dump();
    }
    return parties;
}

Json sealedCommand(Call& call, const Json& input) {
    const std::string id = input.textOr("id");
    std::optional<Uuid> saleId = decodeId("sal", id);
    const auto noteId = decodeId("crn", id);
    if (noteId) {
        const auto note = findCreditNote(call, *noteId);
        saleId = note ? std::optional(note->saleId) : std::nullopt;
    }
    if (IssuingSale* issuing = saleId && !noteId ? IssuingSale::find(*saleId) : nullptr) {
        Json sealed = sealedSale(call, issuing->sale());
        sealed.add("seller", Json::parse(issuing->parties().seller));
        sealed.add("buyer",
                   issuing->parties().buyer ? Json::parse(*issuing->parties().buyer) : Json(nullptr));
        return sealed;
    }
    SaleParts parts;
    parts.lines = true;
    const auto sale = saleId ? findSale(call.db(), call.companyId(), *saleId, parts) : std::nullopt;
    if (!sale) {
        return Json(nullptr);
    }
    SealedParties parties = noteId ? sealedWithCreditNote(call, *noteId) : sealedWithSale(call, *saleId);
    addUnwritten(call, *sale, parties);
    Json sealed = sealedSale(call, *sale);
    sealed.add("seller", parties.seller.value_or(Json(nullptr)));
    sealed.add("buyer", parties.buyer.value_or(Json(nullptr)));
    return sealed;
}

} // namespace svc::sales
