#include <algorithm>

#include "api/crediting.hpp"
#include "api/events.hpp"
#include "api/line_input.hpp"
#include "api/neighbours.hpp"
#include "api/routes.hpp"
#include "api/sale_json.hpp"
#include "domain/states.hpp"
#include "store/sale_store.hpp"

namespace svc::sales {
namespace {

/// What the body names, or all goods that remain. Refuses with `already-delivered` when nothing does.
std::vector<FoundLine> linesToDeliver(const Sale& sale, const std::vector<FoundLine>& named) {
    std::vector<FoundLine> rest;
    for (std::size_t i = 0; i < sale.lines.size(); ++i) {
        if (sale.lines[i].toDeliver() && sale.lines[i].remaining().sign() > 0) {
            rest.push_back({i, sale.lines[i].remaining()});
        }
    }
    const bool namedRemain = std::any_of(named.begin(), named.end(), [&](const FoundLine& line) {
        return sale.lines[line.line].remaining().sign() > 0;
    });
    if (rest.empty() && !namedRemain) {
        throw ApiError(400, "already-delivered");
    }
    return named.empty() ? rest : named;
}

/// Goods that were kept back leave now; those of other sales left when they were sold.
void issue(Call& call, const Sale& sale, const Delivery& delivery, const std::vector<FoundLine>& lines) {
    if (sale.stockMode != StockMode::Reserved) {
        return;
    }
    std::vector<GoodsQuantity> goods;
    for (const FoundLine& line : lines) {
        goods.push_back({line.line, line.quantity});
    }
    const GoodsReason reason{"delivery", encodeId("dlv", delivery.id), delivery.number};
    const Uuid reservedAt = sale.locationId.value();
    const Uuid from = delivery.locationId.value_or(reservedAt);
    if (from == reservedAt) {
        moveGoods(call, sale, StockMove::IssueReserved, goods, reason, delivery.date, from);
        return;
    }
    moveGoods(call, sale, StockMove::Release, goods, reason, delivery.date, reservedAt);
    moveGoods(call, sale, StockMove::Issue, goods, reason, delivery.date, from);
}

} // namespace

Response deliverSaleRoute(Request& request) {
    const Json& body = request.body();
    const std::vector<NamedLine> input = readNamedLines(body);
    Sale sale = lockWholeSale(request.db(), request.companyId(), decodeId("sal", request.path("saleId")));
    const std::vector<FoundLine> named = findLines(sale, input);
    std::optional<Location> location;
    if (const auto id = body.optionalText("locationId")) {
        location = findLocation(request, *id, encodeId("bus", sale.businessUnitId));
        if (!location) {
            throw ApiError(404, "location-not-found");
        }
    }
    if (sale.status == "cancelled") {
        throw ApiError(400, "sale-cancelled");
    }
    const std::vector<FoundLine> lines = linesToDeliver(sale, named);
    if (location && location->archived) {
        throw fieldInvalid("locationId");
    }
    Delivery delivery;
    delivery.date = followingDate(request, sale, body);
    for (const FoundLine& line : lines) {
        checkRemaining(sale, line, sale.lines[line.line].remaining());
    }

    delivery.id = request.newUuid();
    delivery.number = request.takeNumber("delivery", sale.businessUnitId, delivery.date);
    delivery.locationId = location ? std::optional(idOf("loc", location->id)) : sale.locationId;
    delivery.carrier = body.optionalText("carrier");
    delivery.trackingNumber = body.optionalText("trackingNumber");
    delivery.note = body.optionalText("note");
    delivery.createdAt = request.now();
    std::vector<std::size_t> changed;
    for (const FoundLine& line : lines) {
        SaleLine& sold = sale.lines[line.line];
        sold.quantityDelivered = sold.quantityDelivered + line.quantity;
        delivery.lines.push_back({sold.id, line.quantity});
        changed.push_back(line.line);
    }
    const std::string before = sale.deliveryStatus;
    sale.deliveryStatus = deliveryStatusOf(sale.lines);
    updateLines(request, sale, changed);
    insertDelivery(request, sale, delivery);
    issue(request, sale, delivery, lines);
    emitDeliveryCreated(request, sale, delivery);
    request.history("sale", encodeId("sal", sale.id), "delivery.recorded",
                    Json::array({Json::object(
                        {{"field", "deliveryStatus"}, {"from", before}, {"to", sale.deliveryStatus}})}));
    return Response::json(201, deliveryAnswerJson(delivery, sale));
}

} // namespace svc::sales
