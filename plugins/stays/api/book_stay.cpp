#include <svc/contracts/partners.hpp>
#include <svc/contracts/stock.hpp>
#include <svc/money.hpp>

#include "api/routes.hpp"
#include "api/stay_json.hpp"
#include "store/stay_store.hpp"

namespace svc::stays {
namespace {

void readDates(const Json& body, Stay& stay) {
    stay.arrival = Date::parse(body["arrival"].text()).value();
    stay.departure = Date::parse(body["departure"].text()).value();
    if (stay.departure <= stay.arrival || stay.nights() > MaxNights) {
        throw fieldInvalid("departure");
    }
}

void readPrice(Call& call, const Json& body, Stay& stay) {
    stay.currency = call.company().currency;
    if (const auto major = body.optionalDecimal("unitPrice")) {
        stay.unitPrice = minorFromUnitPrice(*major, stay.currency);
        if (!stay.unitPrice || stay.unitPrice->sign() < 0) {
            throw fieldInvalid("unitPrice");
        }
    }
}

/// Partner and item, unknown ones before archived ones.
void findRecords(Call& call, const Json& body, Stay& stay) {
    bool partnerArchived = false;
    if (const auto id = body.optionalText("partnerId")) {
        const auto partner = decodeId("par", *id) ? contracts::getPartner(call, *id) : std::nullopt;
        if (!partner) {
            throw ApiError(404, "partner-not-found");
        }
        stay.partnerId = decodeId("par", partner->id);
        stay.partnerName = partner->name;
        partnerArchived = partner->archived;
    }
    if (const auto id = body.optionalText("itemId")) {
        const bool known = decodeId("itm", *id) && call.offers("stock.items");
        const auto items = known ? contracts::getItems(call, {*id}) : std::vector<contracts::Item>();
        if (items.empty()) {
            throw ApiError(404, "item-not-found", {*id});
        }
        if (items.front().archived) {
            throw fieldInvalid("itemId");
        }
        stay.itemId = decodeId("itm", *id);
    }
    if (partnerArchived) {
        throw fieldInvalid("partnerId");
    }
}

} // namespace

Response bookStayRoute(Request& request) {
    const Json& body = request.body();
    Stay stay;
    stay.id = request.newUuid();
    stay.unit = body.textOr("unit");
    readDates(body, stay);
    stay.guests = body.optionalInteger("guests").value_or(1);
    readPrice(request, body, stay);
    stay.note = body.optionalText("note");
    findRecords(request, body, stay);
    stay.createdAt = request.now();
    stay.updatedAt = stay.createdAt;
    stay.createdByKind = request.actor().kindText();
    stay.createdById = request.actor().optionalId();
    insertStay(request, stay);
    request.history("stay", encodeId("sty", stay.id), "stay.booked");
    return Response::json(201, stayJson(stay)).etag(stay.version);
}

Json describeStayCommand(Call& call, const Json& input) {
    const auto id = decodeId("sty", input.textOr("id"));
    const auto stay = id ? findStay(call, *id) : std::nullopt;
    if (!stay) {
        return Json(nullptr);
    }
    return Json::object(
        {{"id", encodeId("sty", stay->id)},
         {"number", nullptr},
         {"date", stay->arrival},
         {"partnerId", stay->partnerId ? Json(encodeId("par", *stay->partnerId)) : Json(nullptr)},
         {"label", stay->unit + ' ' + stay->arrival.toString()}});
}

} // namespace svc::stays
