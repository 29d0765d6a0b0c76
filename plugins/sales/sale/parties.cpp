// Seller and buyer are sealed with each document in the transaction that issues it: a partner who is renamed
// later keeps the old name on earlier documents, whenever their PDF is first made.
#include "sale/parties.hpp"

#include "sale/store/find.hpp"
#include "sale/store/follow.hpp"
#include "sale/store/issuing_sale.hpp"
#include "trade/business_unit.hpp"

namespace svc::sales {
namespace {

/// The company's data on its documents: the members of its record that are sealed.
commands::SealedSeller sellerOf(const Json& company, const std::string& businessUnitName) {
    commands::SealedSeller seller;
    read(company, bind::Place("the company"), seller);
    seller.businessUnitName = businessUnitName;
    return seller;
}

std::optional<commands::SealedAddress>
addressOf(const std::optional<calls::partners::PartnerAddress>& address) {
    if (!address) {
        return std::nullopt;
    }
    return commands::SealedAddress{.line1 = address->line1,
                                   .line2 = address->line2,
                                   .postalCode = address->postalCode,
                                   .city = address->city,
                                   .region = address->region,
                                   .country = address->country};
}

commands::SealedBuyer buyerOf(const Partner& partner) {
    return {.name = partner.name,
            .company = partner.company,
            .country = partner.country,
            .registrationNumber = partner.registrationNumber,
            .vatNumber = partner.vatNumber,
            .peppolId = partner.peppolId,
            .address = addressOf(partner.address),
            .deliveryAddress = addressOf(partner.deliveryAddress),
            .buyerReference = partner.buyerReference,
            .language = partner.language};
}

/// The codes of items by line, the cancelled invoice that this one replaces, and the sealed parties.
commands::SealedOutput sealedOf(Call& call, const Sale& sale, SealedParties parties) {
    commands::SealedOutput sealed{.prepayment = sale.prepayment,
                                  .seller = std::move(parties.seller),
                                  .buyer = std::move(parties.buyer)};
    for (const SaleLine& line : sale.lines) {
        sealed.lines.push_back({line.id, line.sku, line.barcode});
    }
    if (sale.correctsSaleId) {
        const auto first = findSale(call, *sale.correctsSaleId, {});
        if (!first) {
            // Of a business unit that the caller cannot access: a PDF without its name must not be stored.
            throw ApiError(404, "sale-not-found");
        }
        sealed.corrects = {first->number, first->date};
    }
    return sealed;
}

/// In the transaction that issues the document its parties are not stored yet: builds them as they will be
/// stored.
void addUnwritten(Call& call, const Sale& sale, SealedParties& sealed) {
    if (!sealed.isUnwritten) {
        return;
    }
    const auto unit = trade::findBusinessUnit(call, sale.businessUnitId);
    const auto partner = sale.partnerId ? calls::partners::get(call, {.id = *sale.partnerId}) : std::nullopt;
    if (!sealed.seller) {
        sealed.seller = sellerOf(call.companyRecord(), unit ? unit->name : std::string());
    }
    if (!sealed.buyer && partner) {
        sealed.buyer = buyerOf(*partner);
    }
}

} // namespace

Parties partiesOf(Call& call, const std::string& businessUnitName, const Partner* partner) {
    Parties parties;
    parties.seller = bind::textOf(sellerOf(call.companyRecord(), businessUnitName));
    if (partner != nullptr) {
        parties.buyer = bind::textOf(buyerOf(*partner));
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
        return sealedOf(call, issuing->sale(), partiesIn(issuing->parties()));
    }
    const auto sale = saleId ? findSale(call, *saleId, {.lines = true}) : std::nullopt;
    if (!sale) {
        return std::nullopt;
    }
    SealedParties parties = noteId ? sealedWithCreditNote(call, *noteId) : sealedWithSale(call, *saleId);
    addUnwritten(call, *sale, parties);
    return sealedOf(call, *sale, std::move(parties));
}

} // namespace svc::sales
