#include "store/items.hpp"

namespace svc::stock {
namespace {

#define STOCK_ITEM_COLUMNS                                                                                   \
    "i.id, i.name, i.sku, i.barcode, i.external_id, i.service, i.unit, i.price, i.cost, i.tax_rate, "        \
    "i.tax_category, i.tax_exemption_reason, i.alert_threshold, i.track_stock, i.track_lots, i.category, "   \
    "i.parent_id, i.attributes, i.description, i.archived, i.version, i.created_at, i.updated_at, "          \
    "i.created_by_kind, i.created_by_id, c.quantity, c.average"
#define STOCK_ITEM_TABLES                                                                                    \
    " FROM stock.item i JOIN stock.item_cost c ON c.company_id = i.company_id AND c.item_id = i.id"

constexpr std::string_view SelectItem =
    "SELECT " STOCK_ITEM_COLUMNS STOCK_ITEM_TABLES " WHERE i.company_id = $1 AND i.id = $2";
constexpr std::string_view LockItem = "SELECT " STOCK_ITEM_COLUMNS STOCK_ITEM_TABLES
                                      " WHERE i.company_id = $1 AND i.id = $2 FOR NO KEY UPDATE OF i";

constexpr std::string_view SelectSurroundings = R"(
SELECT (SELECT count(*) FROM stock.item WHERE company_id = $1 AND NOT archived),
       p.id IS NOT NULL, p.parent_id IS NOT NULL, coalesce(p.archived, false), coalesce(c.quantity <> 0, false),
       EXISTS (SELECT 1 FROM stock.item v WHERE v.company_id = $1 AND v.parent_id = $2)
FROM (VALUES (1)) one
LEFT JOIN stock.item p ON p.company_id = $1 AND p.id = $3
LEFT JOIN stock.item_cost c ON c.company_id = $1 AND c.item_id = $3)";

constexpr std::string_view InsertItem = R"(
INSERT INTO stock.item (company_id, id, name, sku, barcode, external_id, service, unit, price, cost, tax_rate,
    tax_category, tax_exemption_reason, alert_threshold, track_stock, track_lots, category, parent_id, attributes,
    description, archived, version, created_at, updated_at, created_by_kind, created_by_id)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
    $23, $24, $25))";
constexpr std::string_view InsertCost = "INSERT INTO stock.item_cost (company_id, item_id) VALUES ($1, $2)";

constexpr std::string_view UpdateItem = R"(
UPDATE stock.item SET name = $3, sku = $4, barcode = $5, external_id = $6, service = $7, unit = $8, price = $9,
    cost = $10, tax_rate = $11, tax_category = $12, tax_exemption_reason = $13, alert_threshold = $14,
    track_stock = $15, track_lots = $16, category = $17, parent_id = $18, attributes = $19, description = $20,
    archived = $21, version = $22, updated_at = $23
WHERE company_id = $1 AND id = $2)";

Item itemOf(const Row& row) {
    const auto text = [&](std::uint32_t column) -> std::optional<std::string> {
        const auto value = row.optionalText(column);
        return value ? std::optional<std::string>(*value) : std::nullopt;
    };
    Item item;
    item.id = row.uuid(0);
    item.name = row.text(1);
    item.sku = text(2);
    item.barcode = text(3);
    item.externalId = text(4);
    item.service = row.boolean(5);
    item.unit = row.text(6);
    item.price = row.decimal(7);
    item.cost = row.decimal(8);
    item.taxRate = row.optionalDecimal(9);
    item.taxCategory = text(10);
    item.taxExemptionReason = text(11);
    item.alertThreshold = row.optionalDecimal(12);
    item.trackStock = row.boolean(13);
    item.trackLots = row.boolean(14);
    item.category = text(15);
    item.parentId = row.optionalUuid(16);
    item.attributes = row.json(17);
    item.description = text(18);
    item.archived = row.boolean(19);
    item.version = row.integer(20);
    item.createdAt = row.instant(21);
    item.updatedAt = row.instant(22);
    item.createdByKind = text(23);
    item.createdById = row.optionalUuid(24);
    item.quantity = row.decimal(25);
    item.averageCost = row.decimal(26);
    return item;
}

std::optional<Item> firstOf(const Rows& rows) {
    return rows.empty() ? std::nullopt : std::optional(itemOf(rows[0]));
}

/// A filter that is absent must still name its parameter, whose type the server would not know otherwise.
std::string conditions(const ItemFilter& filter) {
    std::string sql = STOCK_ITEM_TABLES " WHERE i.company_id = $1";
    sql += filter.q
               ? " AND (i.name ILIKE $2 OR i.sku ILIKE $2 OR i.barcode ILIKE $2 OR i.external_id ILIKE $2)"
               : " AND $2::text IS NULL";
    sql += filter.category ? " AND i.category = $3" : " AND $3::text IS NULL";
    sql += filter.service ? " AND i.service = $4" : " AND $4::boolean IS NULL";
    sql += filter.barcode ? " AND i.barcode = $5" : " AND $5::text IS NULL";
    sql += filter.sku ? " AND i.sku = $6" : " AND $6::text IS NULL";
    sql += filter.externalId ? " AND i.external_id = $7" : " AND $7::text IS NULL";
    sql += filter.parentId ? " AND i.parent_id = $8" : " AND $8::uuid IS NULL";
    sql += filter.low ? " AND coalesce(i.track_stock AND c.quantity < i.alert_threshold, false) = $9"
                      : " AND $9::boolean IS NULL";
    sql += filter.archived ? " AND i.archived" : " AND NOT i.archived";
    return sql;
}

} // namespace

std::string containsPattern(std::string_view text) {
    std::string pattern = "%";
    for (char c : text) {
        if (c == '%' || c == '_' || c == '\\') {
            pattern += '\\';
        }
        pattern += c;
    }
    return pattern + '%';
}

ItemPage listItems(Call& call, const ItemFilter& filter, const ArrayPage& page) {
    const std::string where = conditions(filter);
    const auto pattern = filter.q ? std::optional(containsPattern(*filter.q)) : std::nullopt;
    const auto run = [&](const std::string& sql, auto... bounds) {
        return call.db().query(sql, call.companyId(), pattern, filter.category, filter.service,
                               filter.barcode, filter.sku, filter.externalId, filter.parentId, filter.low,
                               bounds...);
    };
    const Rows rows =
        run("SELECT " STOCK_ITEM_COLUMNS + where + " ORDER BY lower(i.name), i.id LIMIT $10 OFFSET $11",
            page.limit, page.offset);
    ItemPage result;
    result.items.reserve(rows.size());
    for (const Row row : rows) {
        result.items.push_back(itemOf(row));
    }
    const auto read = static_cast<std::int64_t>(rows.size());
    // The page itself tells the total when it is the last one.
    const bool last = read < page.limit && (read > 0 || page.offset == 0);
    result.total = last ? page.offset + read : run("SELECT count(*)" + where)[0].integer(0);
    return result;
}

std::optional<Item> readItem(Call& call, const Uuid& id) {
    return firstOf(call.db().query(SelectItem, call.companyId(), id));
}

std::optional<Item> lockItem(Call& call, const Uuid& id) {
    return firstOf(call.db().query(LockItem, call.companyId(), id));
}

ItemSurroundings readSurroundings(Call& call, const Uuid& id, const std::optional<Uuid>& parentId) {
    const Rows rows = call.db().query(SelectSurroundings, call.companyId(), id, parentId);
    const Row row = rows[0];
    return {row.integer(0), row.boolean(1), row.boolean(2), row.boolean(3), row.boolean(4), row.boolean(5)};
}

void insertItem(Call& call, const Item& item) {
    call.db().send(InsertItem, call.companyId(), item.id, item.name, item.sku, item.barcode, item.externalId,
                   item.service, item.unit, item.price, item.cost, item.taxRate, item.taxCategory,
                   item.taxExemptionReason, item.alertThreshold, item.trackStock, item.trackLots,
                   item.category, item.parentId, item.attributes, item.description, item.archived,
                   item.version, item.createdAt, item.createdByKind, item.createdById);
    call.db().send(InsertCost, call.companyId(), item.id);
}

void updateItem(Call& call, const Item& item) {
    call.db().send(UpdateItem, call.companyId(), item.id, item.name, item.sku, item.barcode, item.externalId,
                   item.service, item.unit, item.price, item.cost, item.taxRate, item.taxCategory,
                   item.taxExemptionReason, item.alertThreshold, item.trackStock, item.trackLots,
                   item.category, item.parentId, item.attributes, item.description, item.archived,
                   item.version, item.updatedAt);
}

} // namespace svc::stock
