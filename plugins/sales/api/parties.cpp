// Who sold to whom is sealed with each document in the transaction that issues it: a partner who is renamed
// later keeps the old name on what was issued before, whenever it is first drawn.
#include "api/parties.hpp"

#include "store/follow_store.hpp"
#include "store/issuing_sale.hpp"
#include "store/sale_store.hpp"

namespace svc::sales {
namespace {

/// What the company says of itself on its documents.
Json sellerOf(const Json& company, const std::string& businessUnitName) {
    Json seller = Json::object();
    for (const char* name : {"name", "legalName", "country", "registrationNumber", "vatNumber", "peppolId",
                             "address", "contactName", "phone", "email", "iban", "bic"}) {
        if (const Json& value = company[name]; !value.isNull()) {
            seller.add(name, value);
        }
    }
    return seller.add("businessUnitName", businessUnitName);
}

Json buyerOf(const Partner& partner) {
    Json buyer = Json::object();
    const auto add = [&buyer](const char* name, Json value) {
        if (!value.isNull()) {
            buyer.add(name, std::move(value));
        }
    };
    add("name", partner.name);
    add("country", partner.country);
    add("registrationNumber", partner.registrationNumber);
    add("vatNumber", partner.vatNumber);
    add("peppolId", partner.peppolId);
    add("address", partner.address);
    add("deliveryAddress", partner.deliveryAddress);
    add("buyerReference", partner.buyerReference);
    add("language", partner.language);
    return buyer;
}

/// The items' codes by line, the invoice that was taken back when this one stands in its place, and who sold
/// to whom.
commands::SealedOutput sealedOf(Call& call, const Sale& sale, Json seller, Json buyer) {
    commands::SealedOutput sealed{
        .prepayment = sale.prepayment, .seller = std::move(seller), .buyer = std::move(buyer)};
    for (const SaleLine& line : sale.lines) {
        sealed.lines.push_back({line.id, line.sku, line.barcode});
    }
    if (sale.correctsSaleId) {
        const Sale first = findSale(call, *sale.correctsSaleId, {}).value();
        sealed.corrects = {first.number, first.date};
    }
    return sealed;
}

/// Until the commit of the transaction that issues the document its parties are not stored: they are made
/// again as they will be.
void addUnwritten(Call& call, const Sale& sale, SealedParties& sealed) {
    if (!sealed.isUnwritten) {
        return;
    }
    const auto unit = findBusinessUnit(call, sale.businessUnitId);
    const auto partner = sale.partnerId ? calls::partners::get(call, {.id = *sale.partnerId}) : std::nullopt;
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
    parties.seller = sellerOf(call.companyRecord(), businessUnitName).dump();
    if (partner != nullptr) {
        parties.buyer = buyerOf(*partner).dump();
    }
    return parties;
}

std::optional<commands::SealedOutput> commands::sealed(Call& call, const commands::SealedInput& input) {
    std::optional<SaleId> saleId = SaleId::parse(input.id);
    const auto noteId = CreditNoteId::parse(input.id);
    if (noteId) {
        const auto note = findCreditNote(call, *noteId);
        saleId = note ? std::optional(note->saleId) : std::nullopt;
    }
    if (IssuingSale* issuing = saleId && !noteId ? IssuingSale::find(saleId->uuid()) : nullptr) {
        const Parties& parties = issuing->parties();
        return sealedOf(call, issuing->sale(), Json::parse(parties.seller),
                        parties.buyer ? Json::parse(*parties.buyer) : Json(nullptr));
    }
    const auto sale = saleId ? findSale(call, *saleId, {.lines = true}) : std::nullopt;
    if (!sale) {
        return std::nullopt;
    }
    SealedParties parties = noteId ? sealedWithCreditNote(call, *noteId) : sealedWithSale(call, *saleId);
    addUnwritten(call, *sale, parties);
    return sealedOf(call, *sale, parties.seller.value_or(Json(nullptr)),
                    parties.buyer.value_or(Json(nullptr)));
}

} // namespace svc::sales
