#include <algorithm>

#include <svc/changes.hpp>

#include "document/events.hpp"
#include "document/line_input.hpp"
#include "sale/crediting.hpp"
#include "sale/goods.hpp"
#include "sale/rules/states.hpp"
#include "sale/store/credit_writes.hpp"
#include "sale/store/find.hpp"
#include "trade/locations.hpp"

namespace svc::sales {
namespace {

/// The named lines, or all goods that remain. Refuses with `already-delivered` when nothing remains.
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

/// Is any line not fully delivered, including services?
bool anythingRemains(const Sale& sale) {
    return std::any_of(sale.lines.begin(), sale.lines.end(),
                       [](const SaleLine& line) { return line.remaining().sign() > 0; });
}

/// Issues reserved goods; those of other sales were issued when sold.
void issue(Call& call, const Sale& sale, const Delivery& delivery, const std::vector<FoundLine>& lines) {
    if (sale.stockMode != StockMode::Reserved) {
        return;
    }
    std::vector<GoodsQuantity> goods;
    for (const FoundLine& line : lines) {
        goods.push_back({line.line, line.quantity});
    }
    const GoodsReason reason{"delivery", delivery.id.toString(), delivery.number};
    const LocationId reservedAt = sale.locationId.value();
    const LocationId from = delivery.locationId.value_or(reservedAt);
    if (from == reservedAt) {
        moveGoods(call, sale, StockMove::IssueReserved, goods, reason, delivery.date, from);
        return;
    }
    moveGoods(call, sale, StockMove::Release, goods, reason, delivery.date, reservedAt);
    moveGoods(call, sale, StockMove::Issue, goods, reason, delivery.date, from);
}

/// Records the delivery of these lines and updates the counts and the status of the sale.
Delivery handOver(Request& request, const api::SaleDeliveryCreate& body, const std::vector<FoundLine>& lines,
                  Date date, Sale& sale) {
    Delivery delivery;
    delivery.id = request.newId<DeliveryId>();
    delivery.number = request.takeNumber("delivery", sale.businessUnitId.uuid(), date);
    delivery.date = date;
    delivery.locationId = body.locationId ? body.locationId : sale.locationId;
    delivery.carrier = body.carrier;
    delivery.trackingNumber = body.trackingNumber;
    delivery.note = body.note;
    delivery.createdAt = request.now();
    delivery.createdBy = request.actor();
    delivery.saleId = sale.id;
    for (const FoundLine& line : lines) {
        SaleLine& sold = sale.lines[line.line];
        sold.quantityDelivered = sold.quantityDelivered + line.quantity;
        delivery.lines.push_back({sold.id, line.quantity});
    }
    sale.deliveryStatus = deliveryStatusOf(sale.lines);
    delivery.deliveryStatus = sale.deliveryStatus;
    delivery.complete = sale.deliveryStatus == api::SaleDeliveryStatus::Delivered ||
                        (sale.deliveryStatus == api::SaleDeliveryStatus::None && !anythingRemains(sale));
    return delivery;
}

} // namespace

Answer<201, api::SaleDeliveryAnswer> deliverSale(Request& request,
                                                 const api::DeliverSaleParameters& parameters,
                                                 const api::SaleDeliveryCreate& body) {
    const auto input = body.lines.value_or(std::vector<api::SaleNamedLine>());
    checkQuantities(input);
    Sale sale = lockWholeSale(request, parameters.saleId);
    const std::vector<FoundLine> named = findLines(request, sale, input);
    const bool isLocationArchived = body.locationId && trade::requireLocation<calls::stock::location>(
                                                           request, *body.locationId, sale.businessUnitId)
                                                           .archived;
    if (sale.status == api::SaleStatus::Cancelled) {
        throw ApiError(400, "sale-cancelled");
    }
    const std::vector<FoundLine> lines = linesToDeliver(sale, named);
    if (isLocationArchived) {
        throw fieldInvalid("locationId");
    }
    const Date date = followingDate(request, sale, body.date);
    std::vector<std::size_t> changed;
    for (const FoundLine& line : lines) {
        checkRemaining(sale, line, sale.lines[line.line].remaining());
        changed.push_back(line.line);
    }
    const api::SaleDeliveryStatus before = sale.deliveryStatus;
    const Delivery delivery = handOver(request, body, lines, date, sale);
    updateLines(request, sale, changed);
    insertDelivery(request, delivery);
    issue(request, sale, delivery, lines);
    emitDeliveryCreated(request, sale, delivery);
    request.history("sale", sale.id.toString(), "delivery.recorded",
                    changeOf("deliveryStatus", toText(before), toText(sale.deliveryStatus)));
    return delivery;
}

} // namespace svc::sales
