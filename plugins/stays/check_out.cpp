#include "moves.hpp"
#include "store.hpp"
#include "trade/field_names.hpp"

namespace svc::stays {
namespace {

/// The nights as the body of a sale, in major units; the client's payment data is included.
Json saleBody(const Json& body, const Stay& stay) {
    const std::string when = stay.unit + ", " + stay.arrival.toString() + " – " + stay.departure.toString();
    Json line = Json::object({{"quantity", stay.nights}});
    if (stay.itemId) {
        line.set("itemId", *stay.itemId);
        line.set("description", when);
    } else {
        line.set("label", when);
        line.set("unit", "DAY");
        line.set("service", true);
    }
    if (stay.unitPrice) {
        line.set("unitPrice", stay.unitPrice->minor().shifted(-stay.currency.digits()).normalized());
    }
    Json sale = Json::object({{"currency", stay.currency.code()}, {"lines", Json::array({std::move(line)})}});
    if (stay.partnerId) {
        sale.set("partnerId", *stay.partnerId);
    }
    for (const char* name :
         {"businessUnitId", "dueDate", "paidInFull", "walletId", "method", "payments", "note"}) {
        if (!body[name].isNull()) {
            sale.set(name, body[name]);
        }
    }
    return sale;
}

/// The sale that check-out would make. A refusal of the nights, the only line of the sale, names the field of
/// the stay that the nights come from.
Json previewOf(Call& call, const Json& sale) {
    try {
        return calls::sales::preview(call, sale);
    } catch (const ApiError& refusal) {
        throw trade::renamedField(refusal, [](std::string_view path) {
            const auto night = trade::lineFieldOf(path);
            // "lines": the sum of all nights is beyond any amount.
            return std::string(night ? night->member : path == "lines" ? "unitPrice" : path);
        });
    }
}

} // namespace

Answer<200, Stay> checkOutStay(Request& request, const api::CheckOutStayParameters& parameters,
                               const Json& body) {
    Stay stay = requireStay(request, parameters.stayId, Move::CheckOut);
    // The event of the stay is emitted before those of its sale, and contains the total of that sale.
    Json sale = saleBody(body, stay);
    const Json preview = previewOf(request, sale);
    sale.set("id", preview["id"]);
    const Status before = stay.status;
    const auto saleId = SaleId::parse(preview["id"].text()).value();
    stay.status = Status::CheckedOut;
    stay.checkedOutAt = request.now();
    stay.saleId = saleId;
    updateStay(request, stay);
    // An early departure frees the remaining nights of the unit.
    freeNights(request, stay, request.today());
    emit(request, events::StayCheckedOut{.id = stay.id,
                                         .unit = stay.unit,
                                         .partner = stay.partner,
                                         .arrival = stay.arrival,
                                         .departure = stay.departure,
                                         .nights = stay.nights,
                                         .checkedOutAt = *stay.checkedOutAt,
                                         .saleId = saleId,
                                         .total = {MinorAmount(preview["total"].integer()),
                                                   Currency::parse(preview["currency"].text()).value()}});
    calls::sales::create(request, sale);
    recordMove(request, stay, before);
    return answerOf(stay);
}

} // namespace svc::stays
