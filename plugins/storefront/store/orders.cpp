#include "store/orders.hpp"

#include <map>

#include <svc/list_search.hpp>

namespace svc::storefront {
namespace {

#define SVC_ORDER_COLUMNS                                                                                    \
    "id, number, status, channel, business_unit_id, table_name, customer_name, customer_phone,"              \
    " customer_email, currency, total, note, reason, sale_id, decided_at, version, created_at, updated_at,"  \
    " created_by_kind, created_by_id, source, external_id, external_number, placed_at,"                      \
    " prices_include_tax, external_total, external_refunded, delivery_address, source_change, "              \
    "external_refunded_now"

constexpr std::string_view InsertSql =
    "INSERT INTO storefront.order_request (company_id, " SVC_ORDER_COLUMNS ")"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, "
    "$21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31)";
constexpr std::string_view InsertLineSql =
    "INSERT INTO storefront.order_line (company_id, order_request_id, position, item_id, label, quantity,"
    " unit_price, amount, sku, tax_rate) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
constexpr std::string_view DeleteLinesSql =
    "DELETE FROM storefront.order_line WHERE company_id = $1 AND order_request_id = $2";
constexpr std::string_view FindSql =
    "SELECT " SVC_ORDER_COLUMNS " FROM storefront.order_request WHERE company_id = $1 AND id = $2";
constexpr std::string_view LockSql =
    "SELECT " SVC_ORDER_COLUMNS " FROM storefront.order_request WHERE company_id = $1 AND id = $2 FOR UPDATE";
constexpr std::string_view LockShopOrderSql = "SELECT " SVC_ORDER_COLUMNS " FROM storefront.order_request"
                                              " WHERE company_id = $1 AND external_id = $2 FOR UPDATE";
constexpr std::string_view LinesSql =
    "SELECT order_request_id, item_id, label, quantity, unit_price, amount, sku, tax_rate"
    " FROM storefront.order_line"
    " WHERE company_id = $1 AND order_request_id = ANY($2::uuid[]) ORDER BY order_request_id, position";
constexpr std::string_view DecideSql = "UPDATE storefront.order_request SET status = $3, reason = $4, "
                                       "sale_id = $5, decided_at = $6, version = $7,"
                                       " updated_at = $6 WHERE company_id = $1 AND id = $2";
constexpr std::string_view RewriteSql =
    "UPDATE storefront.order_request SET status = $3, customer_name = $4, customer_phone = $5,"
    " customer_email = $6, currency = $7, total = $8, note = $9, reason = $10, decided_at = $11,"
    " version = $12, updated_at = $13, external_number = $14, placed_at = $15, prices_include_tax = $16,"
    " external_total = $17, external_refunded = $18, delivery_address = $19, source_change = $20,"
    " external_refunded_now = NULL"
    " WHERE company_id = $1 AND id = $2";
constexpr std::string_view NoteChangeSql = "UPDATE storefront.order_request SET source_change = $3, version "
                                           "= $4, updated_at = $5, external_refunded_now = $6"
                                           " WHERE company_id = $1 AND id = $2";
constexpr std::string_view EraseSql =
    "UPDATE storefront.order_request SET customer_name = NULL, customer_phone = NULL, customer_email = NULL,"
    " note = NULL, delivery_address = NULL, version = version + 1, updated_at = $3"
    " WHERE company_id = $1 AND source = $2 AND status <> 'accepted' AND ($4 OR external_id = ANY "
    "($5::text[]))"
    " AND num_nonnulls(customer_name, customer_phone, customer_email, note, delivery_address) > 0"
    " RETURNING id";

/// Reads the columns from `source` on.
std::optional<Source> sourceAt(const Row& row, std::uint32_t at) {
    const auto provider = row.optionalString(at);
    if (!provider) {
        return std::nullopt;
    }
    return Source{.provider = *provider,
                  .externalId = std::string(row.text(at + 1)),
                  .number = row.optionalString(at + 2),
                  .placedAt = row.optionalInstant(at + 3),
                  .total = row.optionalInteger(at + 5),
                  .refunded = row.optionalInteger(at + 6),
                  .deliveryAddress = row.isNull(at + 7) ? Json(nullptr) : row.json(at + 7),
                  .change = row.optionalString(at + 8),
                  .refundedNow = row.optionalInteger(at + 9)};
}

/// Reads SVC_ORDER_COLUMNS, the first of which is at `at`.
Order orderAt(const Row& row, std::uint32_t at) {
    Order order;
    order.id = row.uuid(at++);
    order.number = row.text(at++);
    order.status = row.text(at++);
    order.channel = row.text(at++);
    order.businessUnitId = row.uuid(at++);
    order.table = row.optionalString(at++);
    order.customer.name = row.optionalString(at++);
    order.customer.phone = row.optionalString(at++);
    order.customer.email = row.optionalString(at++);
    order.currency = row.currency(at++);
    order.total = row.integer(at++);
    order.note = row.optionalString(at++);
    order.reason = row.optionalString(at++);
    order.saleId = row.optionalUuid(at++);
    order.decidedAt = row.optionalInstant(at++);
    order.version = row.integer(at++);
    order.createdAt = row.instant(at++);
    order.updatedAt = row.instant(at++);
    order.createdByKind = row.optionalString(at++);
    order.createdById = row.optionalUuid(at++);
    order.source = sourceAt(row, at);
    if (order.source && !row.isNull(at + 4)) {
        order.pricesIncludeTax = row.boolean(at + 4);
    }
    return order;
}

void readLines(Call& call, std::vector<Order>& orders) {
    std::map<Uuid, Order*> byId;
    ArrayParam ids;
    for (Order& order : orders) {
        byId.emplace(order.id, &order);
        ids.add(order.id);
    }
    if (orders.empty()) {
        return;
    }
    for (const Row row : call.db().query(LinesSql, call.companyId(), ids)) {
        OrderLine line;
        line.itemId = row.optionalUuid(1);
        line.label = row.text(2);
        line.quantity = row.decimal(3);
        line.unitPrice = row.decimal(4);
        line.amount = row.integer(5);
        line.sku = row.optionalString(6);
        line.chargedRate = row.optionalDecimal(7);
        byId.at(row.uuid(0))->lines.push_back(std::move(line));
    }
}

void insertLines(Call& call, const Order& order) {
    std::int64_t position = 0;
    for (const OrderLine& line : order.lines) {
        call.db().send(InsertLineSql, call.companyId(), order.id, position++, line.itemId, line.label,
                       line.quantity, line.unitPrice, line.amount, line.sku, line.chargedRate);
    }
}

std::optional<std::string> textOf(const Json& json) {
    return json.isNull() ? std::nullopt : std::optional(json.dump());
}

std::optional<Order> firstOrder(Call& call, const Rows& rows) {
    std::vector<Order> found;
    for (const Row row : rows) {
        found.push_back(orderAt(row, 0));
    }
    readLines(call, found);
    return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

} // namespace

void insertOrder(Call& call, const Order& order) {
    const Source none{};
    const Source& source = order.source ? *order.source : none;
    const auto shop = [&](const std::string& text) {
        return order.source ? std::optional(text) : std::nullopt;
    };
    call.db().send(InsertSql, call.companyId(), order.id, order.number, order.status, order.channel,
                   order.businessUnitId, order.table, order.customer.name, order.customer.phone,
                   order.customer.email, order.currency, order.total, order.note, order.reason, order.saleId,
                   order.decidedAt, order.version, order.createdAt, order.updatedAt, order.createdByKind,
                   order.createdById, shop(source.provider), shop(source.externalId), source.number,
                   source.placedAt, order.pricesIncludeTax, source.total, source.refunded,
                   textOf(source.deliveryAddress), source.change, source.refundedNow);
    insertLines(call, order);
}

std::optional<Order> findOrder(Call& call, const Uuid& id, bool lock) {
    return firstOrder(call, call.db().query(lock ? LockSql : FindSql, call.companyId(), id));
}

std::optional<Order> lockShopOrder(Call& call, std::string_view externalId) {
    return firstOrder(call, call.db().query(LockShopOrderSql, call.companyId(), externalId));
}

OrderPage listOrders(Call& call, const OrderFilter& filter) {
    ListRequest request{{}, "storefront.order_request", "o", ListParams(call.companyId())};
    ListParams& params = request.params;
    request.where = params.among("o.status", filter.statuses);
    request.where += params.bound("o.created_at >=", filter.from);
    request.where += params.bound("o.created_at <", filter.before);
    request.order = " ORDER BY o.created_at DESC, o.id DESC";
    request.limit = filter.limit;
    request.offset = filter.offset;
    OrderPage page;
    page.total = readList(call, request, SVC_ORDER_COLUMNS, [&](const Row& row, std::uint32_t column) {
                     page.orders.push_back(orderAt(row, column));
                 }).count;
    readLines(call, page.orders);
    return page;
}

void decideOrder(Call& call, const Order& order) {
    call.db().send(DecideSql, call.companyId(), order.id, order.status, order.reason, order.saleId,
                   order.decidedAt, order.version);
}

void rewriteOrder(Call& call, const Order& order) {
    const Source& source = order.source.value();
    call.db().send(RewriteSql, call.companyId(), order.id, order.status, order.customer.name,
                   order.customer.phone, order.customer.email, order.currency, order.total, order.note,
                   order.reason, order.decidedAt, order.version, order.updatedAt, source.number,
                   source.placedAt, order.pricesIncludeTax, source.total, source.refunded,
                   textOf(source.deliveryAddress), source.change);
    call.db().send(DeleteLinesSql, call.companyId(), order.id);
    insertLines(call, order);
}

void noteSourceChange(Call& call, const Order& order) {
    const Source& source = order.source.value();
    call.db().send(NoteChangeSql, call.companyId(), order.id, source.change, order.version, order.updatedAt,
                   source.refundedNow);
}

std::vector<Uuid> eraseCustomers(Call& call, std::string_view provider,
                                 const std::optional<std::vector<std::string>>& externalIds) {
    ArrayParam ids;
    for (const std::string& id : externalIds.value_or(std::vector<std::string>())) {
        ids.add(id);
    }
    std::vector<Uuid> erased;
    for (const Row row : call.db().query(EraseSql, call.companyId(), provider, call.now().truncatedToMillis(),
                                         !externalIds.has_value(), ids)) {
        erased.push_back(row.uuid(0));
    }
    return erased;
}

} // namespace svc::storefront
