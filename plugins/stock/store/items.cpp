#include "store/items.hpp"

#include <svc/list_query.hpp>

#include "store/low_spans.hpp"

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
// By the primary key.
constexpr std::string_view SelectBehind = "SELECT " STOCK_ITEM_COLUMNS STOCK_ITEM_TABLES
                                          " WHERE i.company_id = $1 AND i.id > $2 ORDER BY i.id LIMIT $3";
// The row of its stock first, as whoever moves goods does.
constexpr std::string_view LockCost =
    "SELECT 1 FROM stock.item_cost WHERE company_id = $1 AND item_id = $2 FOR NO KEY UPDATE";
constexpr std::string_view LockItem = "SELECT " STOCK_ITEM_COLUMNS STOCK_ITEM_TABLES
                                      " WHERE i.company_id = $1 AND i.id = $2 FOR NO KEY UPDATE OF i";

constexpr std::string_view SelectSurroundings = R"(
SELECT p.id IS NOT NULL, p.parent_id IS NOT NULL, coalesce(p.archived, false), coalesce(c.quantity <> 0, false),
       EXISTS (SELECT 1 FROM stock.item v WHERE v.company_id = $1 AND v.parent_id = $2)
FROM (VALUES (1)) one
LEFT JOIN stock.item p ON p.company_id = $1 AND p.id = $3
LEFT JOIN stock.item_cost c ON c.company_id = $1 AND c.item_id = $3)";

constexpr std::string_view InsertItem = R"(
INSERT INTO stock.item (company_id, id, name, sku, barcode, external_id, service, unit, price, cost, tax_rate,
    tax_category, tax_exemption_reason, alert_threshold, track_stock, track_lots, category, parent_id, attributes,
    description, archived, version, created_at, updated_at, created_by_kind, created_by_id, low, was_low)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
    $23, $24, $25, $26, $26))";
constexpr std::string_view InsertCost =
    "INSERT INTO stock.item_cost (company_id, item_id, alert_threshold) VALUES ($1, $2, $3)";
constexpr std::string_view UpdateThreshold =
    "UPDATE stock.item_cost SET alert_threshold = $3 WHERE company_id = $1 AND item_id = $2"
    " AND alert_threshold IS DISTINCT FROM $3";

constexpr std::string_view RenameLevels =
    "UPDATE stock.level SET item_order = lower($3) WHERE company_id = $1 AND item_id = $2";

constexpr std::string_view CountUsage =
    "INSERT INTO stock.item_usage AS u (company_id, active, archived) VALUES ($1, $2, $3)"
    " ON CONFLICT (company_id) DO UPDATE SET active = u.active + excluded.active,"
    " archived = u.archived + excluded.archived RETURNING active /* adds 2-3 */";
constexpr std::string_view ReadUsage = "SELECT active FROM stock.item_usage WHERE company_id = $1";
#define STOCK_BY_NUMBERS                                                                                     \
    "(SELECT k.id FROM stock.item k WHERE k.company_id = $1"                                                 \
    " AND k.external_id = ANY ($2::text[]) UNION SELECT k.id FROM stock.item k WHERE k.company_id = $1"      \
    " AND k.sku = ANY ($3::text[]) UNION SELECT k.id FROM stock.item k WHERE k.company_id = $1"              \
    " AND k.barcode = ANY ($4::text[]))"
constexpr std::string_view LockCostsByNumbers =
    "SELECT 1 FROM stock.item_cost c WHERE c.company_id = $1 AND c.item_id IN " STOCK_BY_NUMBERS
    " ORDER BY c.item_id FOR NO KEY UPDATE OF c";
constexpr std::string_view LockByNumbers =
    "SELECT " STOCK_ITEM_COLUMNS STOCK_ITEM_TABLES " WHERE i.company_id = $1 AND i.id IN " STOCK_BY_NUMBERS
    " ORDER BY i.id FOR NO KEY UPDATE OF i";

constexpr std::string_view UpdateItem = R"(
UPDATE stock.item SET name = $3, sku = $4, barcode = $5, external_id = $6, service = $7, unit = $8, price = $9,
    cost = $10, tax_rate = $11, tax_category = $12, tax_exemption_reason = $13, alert_threshold = $14,
    track_stock = $15, track_lots = $16, category = $17, parent_id = $18, attributes = $19, description = $20,
    archived = $21, version = $22, updated_at = $23, low = $24, was_low = was_low OR $24
WHERE company_id = $1 AND id = $2)";

std::optional<Item> firstItem(const Rows& rows) {
    return rows.empty() ? std::nullopt : std::optional(itemFrom(rows[0]));
}

} // namespace

std::string_view itemColumns() {
    return STOCK_ITEM_COLUMNS;
}

Item itemFrom(const Row& row, std::uint32_t at) {
    const auto text = [&](std::uint32_t column) -> std::optional<std::string> {
        const auto value = row.optionalText(column);
        return value ? std::optional<std::string>(*value) : std::nullopt;
    };
    Item item;
    item.id = row.uuid(at++);
    item.name = row.text(at++);
    item.sku = text(at++);
    item.barcode = text(at++);
    item.externalId = text(at++);
    item.service = row.boolean(at++);
    item.unit = row.text(at++);
    item.price = row.optionalDecimal(at++);
    item.cost = row.decimal(at++);
    item.taxRate = row.optionalDecimal(at++);
    item.taxCategory = text(at++);
    item.taxExemptionReason = text(at++);
    item.alertThreshold = row.optionalDecimal(at++);
    item.trackStock = row.boolean(at++);
    item.trackLots = row.boolean(at++);
    item.category = text(at++);
    item.parentId = row.optionalUuid(at++);
    item.attributes = row.json(at++);
    item.description = text(at++);
    item.archived = row.boolean(at++);
    item.version = row.integer(at++);
    item.createdAt = row.instant(at++);
    item.updatedAt = row.instant(at++);
    item.createdByKind = text(at++);
    item.createdById = row.optionalUuid(at++);
    item.quantity = row.decimal(at++);
    item.averageCost = row.decimal(at++);
    return item;
}

std::vector<Item> itemsBehind(Call& call, const Uuid& id, std::int64_t limit) {
    std::vector<Item> items;
    for (const Row row : call.db().query(SelectBehind, call.companyId(), id, limit)) {
        items.push_back(itemFrom(row));
    }
    return items;
}

std::optional<Item> readItem(Call& call, const Uuid& id) {
    return firstItem(call.db().query(SelectItem, call.companyId(), id));
}

std::optional<Item> lockItem(Call& call, const Uuid& id) {
    call.db().query(LockCost, call.companyId(), id);
    return firstItem(call.db().query(LockItem, call.companyId(), id));
}

ItemSurroundings readSurroundings(Call& call, const Uuid& id, const std::optional<Uuid>& parentId) {
    const Rows rows = call.db().query(SelectSurroundings, call.companyId(), id, parentId);
    const Row row = rows[0];
    return {row.boolean(0), row.boolean(1), row.boolean(2), row.boolean(3), row.boolean(4)};
}

std::vector<Item> lockItemsByNumbers(Call& call, const std::vector<std::string>& externalIds,
                                     const std::vector<std::string>& skus,
                                     const std::vector<std::string>& barcodes) {
    std::vector<Item> items;
    call.db().query(LockCostsByNumbers, call.companyId(), wordList(externalIds), wordList(skus),
                    wordList(barcodes));
    const Rows rows = call.db().query(LockByNumbers, call.companyId(), wordList(externalIds), wordList(skus),
                                      wordList(barcodes));
    for (const Row row : rows) {
        items.push_back(itemFrom(row));
    }
    return items;
}

std::int64_t countItems(Call& call, std::int64_t active, std::int64_t archived) {
    return call.db().query(CountUsage, call.companyId(), active, archived)[0].integer(0);
}

void countItemsLate(Call& call, std::int64_t active, std::int64_t archived) {
    // Before all other late writes, as the others lock this row before them.
    call.db().sendLate("0:stock.item_usage", CountUsage, call.companyId(), active, archived);
}

std::int64_t activeItems(Call& call) {
    const Rows rows = call.db().query(ReadUsage, call.companyId());
    return rows.empty() ? 0 : rows[0].integer(0);
}

void insertItem(Call& call, const Item& item) {
    call.db().send(InsertItem, call.companyId(), item.id, item.name, item.sku, item.barcode, item.externalId,
                   item.service, item.unit, item.price, item.cost, item.taxRate, item.taxCategory,
                   item.taxExemptionReason, item.alertThreshold, item.trackStock, item.trackLots,
                   item.category, item.parentId, item.attributes, item.description, item.archived,
                   item.version, item.createdAt, item.createdByKind, item.createdById, isLow(item));
    call.db().send(InsertCost, call.companyId(), item.id, item.alertThreshold);
    if (isLow(item)) {
        beginLow(call, item.id, item.createdAt);
    }
}

void updateItem(Call& call, const Item& before, const Item& item) {
    call.db().send(UpdateItem, call.companyId(), item.id, item.name, item.sku, item.barcode, item.externalId,
                   item.service, item.unit, item.price, item.cost, item.taxRate, item.taxCategory,
                   item.taxExemptionReason, item.alertThreshold, item.trackStock, item.trackLots,
                   item.category, item.parentId, item.attributes, item.description, item.archived,
                   item.version, item.updatedAt, isLow(item));
    call.db().send(UpdateThreshold, call.companyId(), item.id, item.alertThreshold);
    if (isLow(item) != isLow(before)) {
        isLow(item) ? beginLow(call, item.id, call.now()) : endLow(call, item.id, call.now());
    }
    if (item.name != before.name) {
        call.db().send(RenameLevels, call.companyId(), item.id, item.name);
    }
}

} // namespace svc::stock
