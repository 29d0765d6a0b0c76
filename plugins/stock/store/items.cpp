#include "store/items.hpp"

#include <array>
#include <tuple>

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

// A row of each array is a record: one statement for many.
constexpr std::string_view InsertItems = R"(
INSERT INTO stock.item (company_id, created_at, updated_at, created_by_kind, created_by_id, id, name, sku, barcode,
    external_id, service, unit, price, cost, tax_rate, tax_category, tax_exemption_reason, alert_threshold,
    track_stock, track_lots, category, parent_id, attributes, description, archived, version, low, was_low)
SELECT $1, $2, $2, $3, $4, n.*
FROM unnest($5::uuid[], $6::text[], $7::text[], $8::text[], $9::text[], $10::boolean[], $11::text[], $12::numeric[],
    $13::numeric[], $14::numeric[], $15::text[], $16::text[], $17::numeric[], $18::boolean[], $19::boolean[],
    $20::text[], $21::uuid[], $22::json[], $23::text[], $24::boolean[], $25::integer[], $26::boolean[],
    $26::boolean[]) AS n)";
constexpr std::string_view InsertCosts = "INSERT INTO stock.item_cost (company_id, item_id, alert_threshold)"
                                         " SELECT $1, n.* FROM unnest($2::uuid[], $3::numeric[]) AS n";
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
// One look-up for each number: an import asks for numbers that its own transaction has not committed, which
// the figures of the planner know nothing of. A sub-select with OFFSET stays one, so each reaches its index.
#define STOCK_IDS_BY(column, numbers)                                                                        \
    "SELECT f.id FROM unnest(" numbers                                                                       \
    "::text[]) AS n (key) CROSS JOIN LATERAL (SELECT k.id FROM stock.item "                                  \
    "k WHERE k.company_id = $1 AND k." column " = n.key OFFSET 0) f"
constexpr std::string_view IdsByNumbers = STOCK_IDS_BY("external_id", "$2") " UNION " STOCK_IDS_BY(
    "sku", "$3") " UNION " STOCK_IDS_BY("barcode", "$4");
constexpr std::string_view LockCosts = "SELECT 1 FROM stock.item_cost c WHERE c.company_id = $1 AND c.item_id"
                                       " = ANY ($2::uuid[]) ORDER BY c.item_id FOR NO KEY UPDATE OF c";
constexpr std::string_view LockItems =
    "SELECT " STOCK_ITEM_COLUMNS STOCK_ITEM_TABLES " WHERE i.company_id = $1 AND i.id = ANY ($2::uuid[])"
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
    ArrayParam ids;
    const Rows known = call.db().query(IdsByNumbers, call.companyId(), wordList(externalIds), wordList(skus),
                                       wordList(barcodes));
    for (const Row row : known) {
        ids.add(row.uuid(0));
    }
    std::vector<Item> items;
    if (!known.empty()) {
        call.db().query(LockCosts, call.companyId(), ids);
        for (const Row row : call.db().query(LockItems, call.companyId(), ids)) {
            items.push_back(itemFrom(row));
        }
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

void insertItems(Call& call, const std::vector<Item>& items) {
    if (items.empty()) {
        return;
    }
    constexpr std::size_t Threshold = 12;
    std::array<ArrayParam, 22> columns;
    for (const Item& item : items) {
        const std::array<Param, 22> row = {item.id,
                                           item.name,
                                           item.sku,
                                           item.barcode,
                                           item.externalId,
                                           item.service,
                                           item.unit,
                                           item.price,
                                           item.cost,
                                           item.taxRate,
                                           item.taxCategory,
                                           item.taxExemptionReason,
                                           item.alertThreshold,
                                           item.trackStock,
                                           item.trackLots,
                                           item.category,
                                           item.parentId,
                                           item.attributes,
                                           item.description,
                                           item.archived,
                                           item.version,
                                           isLow(item)};
        for (std::size_t i = 0; i < row.size(); ++i) {
            columns[i].add(row[i]);
        }
    }
    const Item& first = items.front();
    std::apply(
        [&](const auto&... column) {
            call.db().send(InsertItems, call.companyId(), first.createdAt, first.createdByKind,
                           first.createdById, column...);
        },
        columns);
    call.db().send(InsertCosts, call.companyId(), columns[0], columns[Threshold]);
    for (const Item& item : items) {
        if (isLow(item)) {
            beginLow(call, item.id, item.createdAt);
        }
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
