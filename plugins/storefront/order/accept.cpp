#include "order/decide.hpp"

namespace svc::storefront {
namespace {

/// A line in the body of POST /sales.
Json saleLineOf(const OrderLine& line, Currency currency) {
    Json sold = Json::object(
        {{"quantity", line.quantity}, {"unitPrice", line.unitPrice.minor().shifted(-currency.digits())}});
    if (line.itemId) {
        sold.set("itemId", *line.itemId);
    } else {
        sold.set("label", line.label);
    }
    if (line.taxRate) {
        sold.set("taxRate", *line.taxRate);
    }
    return sold;
}

/// The body of POST /sales: the prices are those shown to the guest, in major units.
Json saleOf(const Order& order, const api::OrderAcceptance& body) {
    Json lines = Json::array();
    for (const OrderLine& line : order.lines) {
        lines.push(saleLineOf(line, order.currency));
    }
    Json sale = Json::object({{"businessUnitId", order.businessUnitId},
                              {"channel", toText(calls::sales::SaleChannel::Online)},
                              {"origin", "online_order"},
                              {"currency", order.currency.code()},
                              {"lines", std::move(lines)},
                              {"note", order.note}});
    if (order.pricesIncludeTax) {
        sale.set("pricesIncludeTax", *order.pricesIncludeTax);
    }
    if (order.source) {
        // A second safeguard against two sales for one order.
        sale.set("externalId", order.source->externalId).set("purchaseOrderRef", order.source->number);
    }
    const auto add = [&](const char* field, const auto& value) {
        if (value) {
            sale.add(field, *value);
        }
    };
    add("partnerId", body.partnerId);
    add("paidInFull", body.paidInFull);
    add("walletId", body.walletId);
    add("method", body.method);
    add("deliverLater", body.deliverLater);
    return sale;
}

} // namespace

Answer<201, Json> acceptOrderRequest(Request& request, const api::AcceptOrderRequestParameters& parameters,
                                     const api::OrderAcceptance& body) {
    Order order = openOrder(request, parameters.orderRequestId);
    const Json sale = calls::sales::create(request, saleOf(order, body));
    order.saleId = SaleId::parse(sale["id"].text());
    decide(request, order, api::OrderStatus::Accepted);
    return Answer<201, Json>(sale);
}

} // namespace svc::storefront
