#include "store/items.hpp"

#include <svc/document_terms.hpp>
#include <svc/search_text.hpp>

#include "store/tallies.hpp"

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
    description, archived, version, created_at, updated_at, created_by_kind, created_by_id, low)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
    $23, $24, $25, $26))";
constexpr std::string_view InsertCost =
    "INSERT INTO stock.item_cost (company_id, item_id, alert_threshold) VALUES ($1, $2, $3)";
constexpr std::string_view UpdateThreshold =
    "UPDATE stock.item_cost SET alert_threshold = $3 WHERE company_id = $1 AND item_id = $2"
    " AND alert_threshold IS DISTINCT FROM $3";

constexpr std::string_view InsertTerms =
    "INSERT INTO stock.item_term (company_id, term, item_id) SELECT DISTINCT $1::uuid, t, $2::uuid"
    " FROM unnest($3::text[]) AS t";
constexpr std::string_view DeleteTerms =
    "DELETE FROM stock.item_term WHERE company_id = $1 AND item_id = $2 AND term <> ALL ($3::text[])";
constexpr std::string_view InsertMissingTerms =
    "INSERT INTO stock.item_term (company_id, term, item_id) SELECT DISTINCT $1::uuid, t, $2::uuid"
    " FROM unnest($3::text[]) AS t ON CONFLICT DO NOTHING";
constexpr std::string_view CountUsage =
    "INSERT INTO stock.item_usage AS u (company_id, active, archived) VALUES ($1, $2, $3)"
    " ON CONFLICT (company_id) DO UPDATE SET active = u.active + excluded.active,"
    " archived = u.archived + excluded.archived RETURNING active";
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
    archived = $21, version = $22, updated_at = $23, low = $24
WHERE company_id = $1 AND id = $2)";

TermTable itemWords() {
    return {"stock.item_term", "", "item_id"};
}

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
std::string conditions(const ItemFilter& filter, std::string_view search) {
    std::string sql = " WHERE i.company_id = $1";
    sql += filter.words ? search : std::string_view(" AND $2::text[] IS NULL AND $14::text[] IS NULL");
    sql += filter.category ? " AND i.category = $3" : " AND $3::text IS NULL";
    sql += filter.service ? " AND i.service = $4" : " AND $4::boolean IS NULL";
    sql += filter.barcode ? " AND i.barcode = $5" : " AND $5::text IS NULL";
    sql += filter.sku ? " AND i.sku = $6" : " AND $6::text IS NULL";
    sql += filter.externalId ? " AND i.external_id = $7" : " AND $7::text IS NULL";
    sql += filter.parentId ? " AND i.parent_id = $8" : " AND $8::uuid IS NULL";
    sql += filter.low ? " AND i.low = $9" : " AND $9::boolean IS NULL";
    sql += filter.minPrice ? " AND i.price >= $10" : " AND $10::numeric IS NULL";
    sql += filter.maxPrice ? " AND i.price <= $11" : " AND $11::numeric IS NULL";
    sql += filter.minCost ? " AND i.cost >= $12" : " AND $12::numeric IS NULL";
    sql += filter.maxCost ? " AND i.cost <= $13" : " AND $13::numeric IS NULL";
    sql += filter.archived ? " AND i.archived" : " AND NOT i.archived";
    return sql;
}

std::string_view orderOf(std::string_view sort) {
    struct Known {
        std::string_view sort;
        std::string_view order;
    };
    constexpr Known Orders[] = {
        {"-name", " ORDER BY lower(i.name) DESC, i.id DESC"}, {"sku", " ORDER BY i.sku, i.id"},
        {"-sku", " ORDER BY i.sku DESC, i.id DESC"},          {"price", " ORDER BY i.price, i.id"},
        {"-price", " ORDER BY i.price DESC, i.id DESC"},      {"date", " ORDER BY i.created_at, i.id"},
        {"-date", " ORDER BY i.created_at DESC, i.id DESC"},
    };
    for (const Known& known : Orders) {
        if (known.sort == sort) {
            return known.order;
        }
    }
    return " ORDER BY lower(i.name), i.id";
}

std::vector<std::string> wordsOf(const Item& item) {
    std::string text = item.name;
    for (const auto* number : {&item.sku, &item.barcode, &item.externalId}) {
        if (*number) {
            text += ' ' + **number;
        }
    }
    return searchWords(text);
}

} // namespace

Param textList(const std::vector<std::string>& values) {
    return wordList(values);
}

TermTable::Search searchItems(Call& call, const SearchWords& words, int from, int to) {
    return itemWords().search(call.db(), call.companyId(), words, "i.id", from, to);
}

std::string itemsByPart(const SearchWords& words, int from, int to) {
    return " AND $" + std::to_string(to) +
           "::text[] IS NOT NULL AND i.id IN (SELECT n.id FROM stock.item n WHERE n.company_id = $1"
           " ORDER BY n.created_at DESC, n.id DESC LIMIT " +
           std::to_string(TermTable::Newest) + ')' + itemWords().anywhere("i.id", words.size(), from);
}

Param beginningsOf(const std::optional<SearchWords>& words) {
    return words ? textList(*words) : Param(nullptr);
}

Param endsOf(const std::optional<SearchWords>& words) {
    return words ? wordEnds(*words) : Param(nullptr);
}

std::vector<Item> itemsBehind(Call& call, const Uuid& id, std::int64_t limit) {
    std::vector<Item> items;
    for (const Row row : call.db().query(SelectBehind, call.companyId(), id, limit)) {
        items.push_back(itemOf(row));
    }
    return items;
}

ItemPage listItems(Call& call, const ItemFilter& filter, const ArrayPage& page) {
    const Param words = beginningsOf(filter.words);
    const Param ends = endsOf(filter.words);
    const std::string tables(STOCK_ITEM_TABLES);
    const std::string order(orderOf(filter.sort));
    TermTable::Search search;
    if (filter.words) {
        search = searchItems(call, *filter.words, 2, 14);
    }
    std::string where = tables + conditions(filter, search.all);
    const auto run = [&](const std::string& sql, auto... bounds) {
        return call.db().query(sql, call.companyId(), words, filter.category, filter.service, filter.barcode,
                               filter.sku, filter.externalId, filter.parentId, filter.low, filter.minPrice,
                               filter.maxPrice, filter.minCost, filter.maxCost, ends, bounds...);
    };
    const auto select = [&](const std::string& from) {
        return run("SELECT " STOCK_ITEM_COLUMNS + from + order + " LIMIT $15 OFFSET $16", page.limit,
                   page.offset);
    };
    Rows rows;
    if (!search.walk.empty()) {
        rows = select(" FROM (SELECT i.* FROM stock.item i" +
                      conditions(filter, " AND $2::text[] IS NOT NULL AND $14::text[] IS NOT NULL") + order +
                      " LIMIT " + std::to_string(TermTable::Walk) +
                      ") i JOIN stock.item_cost c ON c.company_id = $1 AND c.item_id = i.id WHERE true" +
                      search.walk);
    }
    if (static_cast<std::int64_t>(rows.size()) < page.limit) {
        rows = select(where);
    }
    if (rows.empty() && filter.words && page.offset == 0) {
        where = tables + conditions(filter, itemsByPart(*filter.words, 2, 14));
        rows = select(where);
    }
    ItemPage result;
    result.items.reserve(rows.size());
    for (const Row row : rows) {
        result.items.push_back(itemOf(row));
    }
    const auto read = static_cast<std::int64_t>(rows.size());
    // The page itself tells the total when it is the last one; what lists usually filter by is counted.
    if (read < page.limit && (read > 0 || page.offset == 0)) {
        result.total = page.offset + read;
    } else if (filter.isTallied()) {
        TallyFilter counted;
        counted.by[0] = {tallyFlag(filter.archived)};
        const auto only = [&](std::size_t at, const auto& value, auto text) {
            if (value) {
                counted.by[at] = {text(*value)};
            }
        };
        only(1, filter.service, tallyFlag);
        only(2, filter.category, [](const std::string& category) { return category; });
        only(3, filter.low, tallyFlag);
        result.total = ItemTally.read(call.db(), call.companyId(), counted).documents;
    } else if (!search.walk.empty() && filter.words->size() == 1 && filter.searchesOnly()) {
        // From the index of the words alone, without the archived ones, which are few.
        const std::string archived =
            " FROM stock.item i WHERE i.company_id = $1 AND i.archived" +
            itemWords().search(call.db(), call.companyId(), *filter.words, "i.id", 2, 3).walk;
        result.total =
            itemWords().count(call.db(), call.companyId(), filter.words->front()) -
            call.db().query("SELECT count(*)" + archived, call.companyId(), words, ends)[0].integer(0);
    } else {
        // Every item has a row of costs: it need not be looked up to be counted.
        result.total = run("SELECT count(*) FROM stock.item i" + where.substr(tables.size()))[0].integer(0);
    }
    return result;
}

std::optional<Item> readItem(Call& call, const Uuid& id) {
    return firstOf(call.db().query(SelectItem, call.companyId(), id));
}

std::optional<Item> lockItem(Call& call, const Uuid& id) {
    call.db().query(LockCost, call.companyId(), id);
    return firstOf(call.db().query(LockItem, call.companyId(), id));
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
    call.db().query(LockCostsByNumbers, call.companyId(), textList(externalIds), textList(skus),
                    textList(barcodes));
    const Rows rows = call.db().query(LockByNumbers, call.companyId(), textList(externalIds), textList(skus),
                                      textList(barcodes));
    for (const Row row : rows) {
        items.push_back(itemOf(row));
    }
    return items;
}

std::int64_t countItems(Call& call, std::int64_t active, std::int64_t archived) {
    return call.db().query(CountUsage, call.companyId(), active, archived)[0].integer(0);
}

void insertItem(Call& call, const Item& item) {
    call.db().send(InsertItem, call.companyId(), item.id, item.name, item.sku, item.barcode, item.externalId,
                   item.service, item.unit, item.price, item.cost, item.taxRate, item.taxCategory,
                   item.taxExemptionReason, item.alertThreshold, item.trackStock, item.trackLots,
                   item.category, item.parentId, item.attributes, item.description, item.archived,
                   item.version, item.createdAt, item.createdByKind, item.createdById, isLow(item));
    call.db().send(InsertCost, call.companyId(), item.id, item.alertThreshold);
    countItem(call, item);
    call.db().send(InsertTerms, call.companyId(), item.id, textList(wordsOf(item)));
}

void updateItem(Call& call, const Item& before, const Item& item) {
    call.db().send(UpdateItem, call.companyId(), item.id, item.name, item.sku, item.barcode, item.externalId,
                   item.service, item.unit, item.price, item.cost, item.taxRate, item.taxCategory,
                   item.taxExemptionReason, item.alertThreshold, item.trackStock, item.trackLots,
                   item.category, item.parentId, item.attributes, item.description, item.archived,
                   item.version, item.updatedAt, isLow(item));
    call.db().send(UpdateThreshold, call.companyId(), item.id, item.alertThreshold);
    recountItem(call, before, item);
    const Param words = textList(wordsOf(item));
    call.db().send(DeleteTerms, call.companyId(), item.id, words);
    call.db().send(InsertMissingTerms, call.companyId(), item.id, words);
}

} // namespace svc::stock
