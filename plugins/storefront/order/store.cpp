#include "order/store.hpp"

#include <map>

#include <svc/list_search.hpp>
#include <svc/nested_columns.hpp>

namespace svc::storefront {
namespace {

const Table Orders(
    "storefront.order_request", columnWrittenOnce<Order>("id", &Order::id),
    columnWrittenOnce("number", &Order::number), column("status", &Order::status),
    columnWrittenOnce("channel", &Order::channel),
    columnWrittenOnce("business_unit_id", &Order::businessUnitId),
    columnWrittenOnce("table_name", &Order::table),
    nestedColumns(&Order::customer, column("customer_name", &Customer::name),
                  column("customer_phone", &Customer::phone), column("customer_email", &Customer::email)),
    column("currency", &Order::currency), column("total", &Order::total),
    column("prices_include_tax", &Order::pricesIncludeTax), column("note", &Order::note),
    nestedColumns(&Order::source, column("source", &Source::provider),
                  column("external_id", &Source::externalId), column("external_number", &Source::number),
                  column("placed_at", &Source::placedAt), column("external_total", &Source::total),
                  column("external_refunded", &Source::refunded),
                  column("delivery_address", &Source::deliveryAddress),
                  column("source_change", &Source::change)),
    column("external_refunded_now", &Order::refundedNow), column("reason", &Order::reason),
    column("sale_id", &Order::saleId), column("decided_at", &Order::decidedAt),
    columnWrittenOnce("created_at", &Order::createdAt), column("updated_at", &Order::updatedAt),
    column("version", &Order::version), actorColumns("created_by", &Order::createdBy));

struct LineOfOrder : OrderLine {
    OrderRequestId orderId;
    std::int64_t position = 0; ///< from 0
};
const Table OrderLines("storefront.order_line", columnWrittenOnce("order_request_id", &LineOfOrder::orderId),
                       column("position", &LineOfOrder::position), column("item_id", &OrderLine::itemId),
                       column("sku", &OrderLine::sku), column("label", &OrderLine::label),
                       column("quantity", &OrderLine::quantity), column("unit_price", &OrderLine::unitPrice),
                       column("tax_rate", &OrderLine::taxRate), column("amount", &OrderLine::total));

const std::string OrderSql =
    "SELECT " + Orders.select("o") + " FROM storefront.order_request o WHERE o.company_id = $1";
const std::string FindSql = OrderSql + " AND o.id = $2";
const std::string LockSql = FindSql + " FOR UPDATE";
const std::string LockShopOrderSql = OrderSql + " AND o.external_id = $2 FOR UPDATE";
const std::string LinesSql = "SELECT " + OrderLines.select("l") +
                             " FROM storefront.order_line l WHERE l.company_id = $1"
                             " AND l.order_request_id = ANY($2::uuid[])"
                             " ORDER BY l.order_request_id, l.position";
constexpr std::string_view DeleteLinesSql =
    "DELETE FROM storefront.order_line WHERE company_id = $1 AND order_request_id = $2";
constexpr std::string_view EraseSql =
    "UPDATE storefront.order_request SET customer_name = NULL, customer_phone = NULL, customer_email = NULL,"
    " note = NULL, delivery_address = NULL, version = version + 1, updated_at = $3"
    " WHERE company_id = $1 AND source = $2 AND status <> 'accepted' AND ($4 OR external_id = ANY "
    "($5::text[]))"
    " AND num_nonnulls(customer_name, customer_phone, customer_email, note, delivery_address) > 0"
    " RETURNING id";

void readLines(Call& call, std::vector<Order>& orders) {
    std::map<OrderRequestId, Order*> byId;
    ArrayParam ids;
    for (Order& order : orders) {
        byId.emplace(order.id, &order);
        ids.add(order.id);
    }
    if (orders.empty()) {
        return;
    }
    for (const Row row : call.db().query(LinesSql, call.companyId(), ids)) {
        LineOfOrder line = OrderLines.read(row);
        byId.at(line.orderId)->lines.push_back(std::move(line));
    }
}

void insertLines(Call& call, const Order& order) {
    std::vector<LineOfOrder> lines;
    for (const OrderLine& line : order.lines) {
        lines.push_back({line, order.id, static_cast<std::int64_t>(lines.size())});
    }
    OrderLines.insert(call, lines);
}

std::optional<Order> firstOrder(Call& call, const Rows& rows) {
    std::vector<Order> found;
    for (const Row row : rows) {
        found.push_back(Orders.read(row));
    }
    readLines(call, found);
    return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

} // namespace

void insertOrder(Call& call, const Order& order) {
    Orders.insert(call, {order});
    insertLines(call, order);
}

std::optional<Order> findOrder(Call& call, OrderRequestId id) {
    return firstOrder(call, call.db().query(FindSql, call.companyId(), id));
}

std::optional<Order> lockOrder(Call& call, OrderRequestId id) {
    return firstOrder(call, call.db().query(LockSql, call.companyId(), id));
}

std::optional<Order> lockShopOrder(Call& call, std::string_view externalId) {
    return firstOrder(call, call.db().query(LockShopOrderSql, call.companyId(), externalId));
}

OrderPage listOrders(Call& call, const api::ListOrderRequestsParameters& parameters) {
    const ListRequest list = lists::orderRequest(call, parameters);
    OrderPage page;
    page.total = readList(call, list, Orders.select("r"), [&](const Row& row, std::uint32_t column) {
                     page.orders.push_back(Orders.read(row, column));
                 }).count;
    readLines(call, page.orders);
    return page;
}

void updateOrder(Call& call, const Order& order) {
    Orders.update(call, order);
}

void rewriteOrder(Call& call, const Order& order) {
    updateOrder(call, order);
    call.db().send(DeleteLinesSql, call.companyId(), order.id);
    insertLines(call, order);
}

std::vector<OrderRequestId> eraseCustomers(Call& call, std::string_view provider,
                                           const std::optional<std::vector<std::string>>& externalIds) {
    ArrayParam ids;
    for (const std::string& id : externalIds.value_or(std::vector<std::string>())) {
        ids.add(id);
    }
    std::vector<OrderRequestId> erased;
    for (const Row row : call.db().query(EraseSql, call.companyId(), provider, call.now().truncatedToMillis(),
                                         !externalIds.has_value(), ids)) {
        erased.push_back(row.id<OrderRequestId>(0));
    }
    return erased;
}

} // namespace svc::storefront
