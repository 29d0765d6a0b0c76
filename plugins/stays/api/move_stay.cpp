#include "api/routes.hpp"
#include "api/stay_json.hpp"
#include "store/stay_store.hpp"

namespace svc::stays {
namespace {

/// The locked stay, allowed to move.
Stay requireStay(Request& request, Move move) {
    std::optional<Stay> stay = lockStay(request, request.pathId("stayId", "sty", "stay-not-found"));
    if (!stay) {
        throw ApiError(404, "stay-not-found");
    }
    if (!isAllowed(*stay, move)) {
        throw ApiError(400, "stay-state", {stay->status});
    }
    return std::move(*stay);
}

void recordMove(Call& call, const Stay& stay, const std::string& before) {
    call.history("stay", encodeId("sty", stay.id), "stay." + stay.status,
                 Json::array({Json::object({{"field", "status"}, {"from", before}, {"to", stay.status}})}));
}

Response answer(const Stay& stay) {
    return Response::json(200, stayJson(stay)).etag(stay.version);
}

/// The nights as the body of a sale, in major units.
Json saleBody(const Json& body, const Stay& stay) {
    const std::string when = stay.unit + ", " + stay.arrival.toString() + " – " + stay.departure.toString();
    Json line = Json::object({{"quantity", stay.nights()}});
    if (stay.itemId) {
        line.set("itemId", encodeId("itm", *stay.itemId));
        line.set("description", when);
    } else {
        line.set("label", when);
        line.set("unit", "DAY");
        line.set("service", true);
    }
    if (stay.unitPrice || !stay.itemId) {
        const Decimal price = stay.unitPrice.value_or(Decimal());
        line.set("unitPrice", price.shifted(-stay.currency.digits()).normalized());
    }
    Json sale = Json::object({{"currency", stay.currency.code()}, {"lines", Json::array({std::move(line)})}});
    if (stay.partnerId) {
        sale.set("partnerId", encodeId("par", *stay.partnerId));
    }
    for (const char* name :
         {"businessUnitId", "dueDate", "paidInFull", "walletId", "method", "payments", "note"}) {
        if (!body[name].isNull()) {
            sale.set(name, body[name]);
        }
    }
    return sale;
}

} // namespace

Response checkInRoute(Request& request) {
    Stay stay = requireStay(request, Move::CheckIn);
    const std::string before = stay.status;
    stay.status = "checked_in";
    stay.checkedInAt = request.now();
    updateStay(request, stay, before);
    emitCheckedIn(request, stay);
    recordMove(request, stay, before);
    return answer(stay);
}

Response checkOutRoute(Request& request) {
    Stay stay = requireStay(request, Move::CheckOut);
    // The event of the stay comes before those of its sale and tells what that sale comes to.
    Json body = saleBody(request.body(), stay);
    const Json preview = request.command("sales.preview", body);
    body.set("id", preview["id"]);
    const std::string before = stay.status;
    stay.status = "checked_out";
    stay.checkedOutAt = request.now();
    stay.saleId = decodeId("sal", preview["id"].text());
    updateStay(request, stay, before);
    // Who leaves early leaves the unit to others.
    freeNights(request, stay, request.today());
    emitCheckedOut(request, stay,
                   Json::object({{"amount", preview["total"]}, {"currency", preview["currency"]}}));
    request.command("sales.create", body);
    recordMove(request, stay, before);
    return answer(stay);
}

Response cancelStayRoute(Request& request) {
    Stay stay = requireStay(request, Move::Cancel);
    const std::string before = stay.status;
    stay.status = "cancelled";
    stay.cancelledAt = request.now();
    updateStay(request, stay, before);
    freeNights(request, stay, stay.arrival);
    recordMove(request, stay, before);
    return answer(stay);
}

} // namespace svc::stays
