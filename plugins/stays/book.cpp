#include <svc/rounding.hpp>

#include "store.hpp"

namespace svc::stays {
namespace {

/// Finds partner and item, checking for unknown records before archived ones; the item must have a price if
/// the stay has none.
void findRecords(Request& request, const api::StayCreate& body, Stay& stay) {
    bool partnerArchived = false;
    bool priced = stay.unitPrice.has_value();
    if (body.partnerId) {
        const auto partner = calls::partners::get(request, {.id = *body.partnerId});
        if (!partner) {
            throw ApiError(404, "partner-not-found");
        }
        stay.partnerId = partner->id;
        stay.partner = api::StayPartner{.id = partner->id, .name = partner->name};
        partnerArchived = partner->archived;
    }
    if (body.itemId) {
        const auto found = calls::stock::offersItems(request)
                               ? calls::stock::items(request, {.ids = {*body.itemId}})
                               : std::nullopt;
        if (!found || found->items.empty()) {
            throw unknownName(404, "item-not-found", request.body().textOr("itemId"));
        }
        // As a line of a sale, which check-out makes of it.
        if (found->items.front().archived || found->items.front().isParent) {
            throw fieldInvalid("itemId");
        }
        stay.itemId = body.itemId;
        priced = priced || found->items.front().price;
    }
    if (partnerArchived) {
        throw fieldInvalid("partnerId");
    }
    if (!priced) {
        throw fieldRequired("unitPrice");
    }
}

} // namespace

Answer<201, Stay> bookStay(Request& request, const api::StayCreate& body) {
    Stay stay{.id = request.newId<StayId>(),
              .status = Status::Booked,
              .unit = body.unit,
              .guests = body.guests,
              .currency = request.company().currency,
              .note = body.note,
              .createdAt = request.now(),
              .updatedAt = request.now(),
              .version = 1,
              .createdBy = request.actor()};
    setNights(stay, body.arrival, body.departure);
    if (stay.nights <= 0 || stay.nights > MaxNights) {
        throw fieldInvalid("departure");
    }
    if (body.unitPrice) {
        stay.unitPrice = MinorPrice(body.unitPrice->unitPrice(stay.currency, "unitPrice"));
        // Nobody could check out: no sale takes such an amount.
        if (Decimal(stay.nights) * stay.unitPrice->minor() > Decimal(MaxMinor)) {
            throw fieldInvalid("unitPrice");
        }
    }
    findRecords(request, body, stay);
    insertStay(request, stay);
    request.history("stay", stay.id.toString(), "stay.booked");
    return Answer<201, Stay>(stay).etag(stay.version);
}

} // namespace svc::stays
