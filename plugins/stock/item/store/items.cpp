#include "item/store/items.hpp"

#include <svc/list_query.hpp>
#include <svc/search_text.hpp>

#include "item/columns.hpp"
#include "shelf/store/low_spans.hpp"
#include "shelf/store/shelves.hpp"

namespace svc::stock {
namespace {

const std::string SelectItems =
    "SELECT " + itemColumns() +
    " FROM stock.item r JOIN stock.item_cost c ON c.company_id = r.company_id AND c.item_id = r.id"
    " WHERE r.company_id = $1 AND ";
const std::string SelectItem = SelectItems + "r.id = $2";
// By the primary key.
const std::string SelectBehind = SelectItems + "r.id > $2 ORDER BY r.id LIMIT $3";
const std::string LockItem = SelectItem + " FOR NO KEY UPDATE OF r";

const Table Surroundings("surroundings", columnWrittenOnce("parent_exists", &ItemSurroundings::parentExists),
                         column("parent_is_variant", &ItemSurroundings::parentIsVariant),
                         column("parent_archived", &ItemSurroundings::parentArchived),
                         column("parent_has_stock", &ItemSurroundings::parentHasStock),
                         column("has_variants", &ItemSurroundings::hasVariants));
const std::string SelectSurroundings = "SELECT " + Surroundings.select("x") + R"( FROM (
SELECT p.id IS NOT NULL AS parent_exists, p.parent_id IS NOT NULL AS parent_is_variant,
       coalesce(p.archived, false) AS parent_archived, coalesce(c.quantity <> 0, false) AS parent_has_stock,
       EXISTS (SELECT 1 FROM stock.item v WHERE v.company_id = $1 AND v.parent_id = $2) AS has_variants
FROM (VALUES (1)) one
LEFT JOIN stock.item p ON p.company_id = $1 AND p.id = $3
LEFT JOIN stock.item_cost c ON c.company_id = $1 AND c.item_id = $3) x)";

constexpr std::string_view UpdateThreshold =
    "UPDATE stock.item_cost SET alert_threshold = $3 WHERE company_id = $1 AND item_id = $2"
    " AND alert_threshold IS DISTINCT FROM $3";

constexpr std::string_view RenameLevels =
    "UPDATE stock.level SET item_order = lower($3) WHERE company_id = $1 AND item_id = $2";

constexpr std::string_view CountUsage =
    "INSERT INTO stock.item_usage AS u (company_id, active, archived) VALUES ($1, $2, $3)"
    " ON CONFLICT (company_id) DO UPDATE SET active = u.active + excluded.active,"
    " archived = u.archived + excluded.archived RETURNING active";
constexpr std::string_view ReadUsage = "SELECT active FROM stock.item_usage WHERE company_id = $1";
// One look-up per number: an import looks for numbers that its own transaction has not committed, which the
// planner's statistics do not include. OFFSET keeps the planner from flattening the sub-select, so each
// look-up uses its index.
std::string idsBy(const std::string& column, const std::string& numbers) {
    return "SELECT f.id FROM unnest(" + numbers +
           "::text[]) AS n (key) CROSS JOIN LATERAL (SELECT k.id FROM stock.item k"
           " WHERE k.company_id = $1 AND k." +
           column + " = n.key OFFSET 0) f";
}
const std::string IdsByNumbers =
    idsBy("external_id", "$2") + " UNION " + idsBy("sku", "$3") + " UNION " + idsBy("barcode", "$4");
constexpr std::string_view ClaimNumbers =
    "INSERT INTO stock.claim (company_id, number) SELECT DISTINCT $1::uuid, n.number"
    " FROM unnest($2::text[]) AS n (number) ORDER BY 2";
constexpr std::string_view EndClaim =
    "DELETE FROM stock.claim WHERE company_id = $1 AND number = ANY ($2::text[])";
const std::string LockItems = SelectItems + "r.id = ANY ($2::uuid[]) ORDER BY r.id FOR NO KEY UPDATE OF r";

std::optional<Item> firstItem(Call& call, const Rows& rows) {
    return rows.empty() ? std::nullopt : std::optional(itemFrom(call, rows[0]));
}

} // namespace

const std::string& itemColumns() {
    static const std::string columns = Items.select("r") + ", " + ItemCosts.select("c");
    return columns;
}

Item itemFrom(Call& call, const Row& row, std::uint32_t at) {
    Item item = Items.read(row, at);
    ItemCosts.readInto(row, at + Items.width(), item);
    item.averageCost = shownCost(item.averageCost.minor());
    item.currency = call.company().currency;
    return item;
}

std::vector<Item> itemsBehind(Call& call, ItemId id, std::int64_t limit) {
    std::vector<Item> items;
    for (const Row row : call.db().query(SelectBehind, call.companyId(), id, limit)) {
        items.push_back(itemFrom(call, row));
    }
    return items;
}

std::optional<Item> readItem(Call& call, ItemId id) {
    return firstItem(call, call.db().query(SelectItem, call.companyId(), id));
}

std::optional<Item> lockItem(Call& call, ItemId id, std::optional<ItemId> parent) {
    lockStock(call, parent ? std::vector{id, *parent} : std::vector{id});
    return firstItem(call, call.db().query(LockItem, call.companyId(), id));
}

ItemSurroundings readSurroundings(Call& call, const Item& item) {
    lockStock(call, {item.parentId.value()});
    return Surroundings.read(
        call.db().query(SelectSurroundings, call.companyId(), item.id, item.parentId)[0]);
}

void ItemNumbers::add(const api::ItemUpdate& fields) {
    const auto addTo = [](std::vector<std::string>& list, const std::optional<std::string>& value) {
        if (value) {
            list.push_back(*value);
        }
    };
    addTo(externalIds, fields.externalId.value());
    addTo(skus, fields.sku.value());
    addTo(barcodes, fields.barcode.value());
}

void claimNumbers(Call& call, const ItemNumbers& numbers) {
    std::vector<std::string> claimed;
    const auto claim = [&](const std::string& kind, const std::vector<std::string>& list) {
        for (const std::string& number : list) {
            claimed.push_back(kind + number);
        }
    };
    claim("externalId ", numbers.externalIds);
    claim("sku ", numbers.skus);
    claim("barcode ", numbers.barcodes);
    if (!claimed.empty()) {
        call.db().send(ClaimNumbers, call.companyId(), wordList(claimed));
        call.db().send(EndClaim, call.companyId(), wordList(claimed));
    }
}

std::vector<Item> lockItemsByNumbers(Call& call, const ItemNumbers& numbers,
                                     const std::vector<ItemId>& parents) {
    ArrayParam ids;
    std::vector<ItemId> stocks = parents;
    const Rows known = call.db().query(IdsByNumbers, call.companyId(), wordList(numbers.externalIds),
                                       wordList(numbers.skus), wordList(numbers.barcodes));
    for (const Row row : known) {
        ids.add(row.uuid(0));
        stocks.push_back(row.id<ItemId>(0));
    }
    if (!stocks.empty()) {
        lockStock(call, stocks);
    }
    std::vector<Item> items;
    if (!known.empty()) {
        for (const Row row : call.db().query(LockItems, call.companyId(), ids)) {
            items.push_back(itemFrom(call, row));
        }
    }
    return items;
}

std::int64_t countItems(Call& call, std::int64_t active, std::int64_t archived) {
    return call.db().query(CountUsage, call.companyId(), active, archived)[0].integer(0);
}

void countItemsLate(Call& call, std::int64_t active, std::int64_t archived) {
    // Before all other late writes, in the order in which other transactions lock this row.
    call.db().sendLate("0:stock.item_usage", Late::added(2, 3), CountUsage, call.companyId(), active,
                       archived);
}

std::int64_t activeItems(Call& call) {
    const Rows rows = call.db().query(ReadUsage, call.companyId());
    return rows.empty() ? 0 : rows[0].integer(0);
}

void insertItems(Call& call, const std::vector<Item>& items) {
    Items.insert(call, items);
    ItemCosts.insert(call, items);
    for (const Item& item : items) {
        if (isLow(item)) {
            beginLow(call, item.id, item.createdAt);
        }
    }
}

void updateItem(Call& call, const Item& before, const Item& item) {
    Items.update(call, item);
    call.db().send(UpdateThreshold, call.companyId(), item.id, item.alertThreshold);
    if (isLow(item) != isLow(before)) {
        setLow(call, item.id, isLow(item), call.now());
    }
    if (item.name != before.name) {
        call.db().send(RenameLevels, call.companyId(), item.id, item.name);
    }
}

} // namespace svc::stock
