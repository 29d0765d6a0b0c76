#include "store/price_lists.hpp"

#include <svc/list_search.hpp>

namespace svc::stock {
namespace {

#define STOCK_PRICE_LIST_COLUMNS                                                                             \
    "p.id, p.name, p.currency, p.discount_percent, p.valid_from, p.valid_to, p.version, p.created_at, "      \
    "p.updated_at, p.created_by_kind, p.created_by_id"

// The entries of the lists of the page, and of no others.
#define STOCK_PRICE_ENTRIES                                                                                  \
    "(SELECT json_agg(json_build_array(e.item_id, e.from_quantity, e.price) ORDER BY e.position)"            \
    " FROM stock.price_entry e WHERE e.company_id = $1 AND e.price_list_id = p.id)"

constexpr std::string_view SelectList =
    "SELECT " STOCK_PRICE_LIST_COLUMNS " FROM stock.price_list p WHERE p.company_id = $1 AND p.id = $2";
constexpr std::string_view LockList =
    "SELECT " STOCK_PRICE_LIST_COLUMNS " FROM stock.price_list p WHERE p.company_id = $1 AND p.id = $2"
    " FOR NO KEY UPDATE";
constexpr std::string_view InsertList =
    "INSERT INTO stock.price_list (company_id, id, name, currency, discount_percent, valid_from, valid_to,"
    " created_at, updated_at, created_by_kind, created_by_id)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10)";
constexpr std::string_view UpdateList =
    "UPDATE stock.price_list SET name = $3, currency = $4, discount_percent = $5, valid_from = $6,"
    " valid_to = $7, version = $8, updated_at = $9 WHERE company_id = $1 AND id = $2";
constexpr std::string_view DeleteEntries =
    "DELETE FROM stock.price_entry WHERE company_id = $1 AND price_list_id = $2";
constexpr std::string_view SelectEntries =
    "SELECT item_id, from_quantity, price FROM stock.price_entry WHERE company_id = $1 AND price_list_id = $2"
    " ORDER BY position";
constexpr std::string_view InsertEntries =
    "INSERT INTO stock.price_entry (company_id, price_list_id, item_id, from_quantity, price, position)"
    " SELECT $1::uuid, $2::uuid, w.item_id, w.from_quantity, w.price, w.position"
    " FROM unnest($3::uuid[], $4::numeric[], $5::numeric[]) WITH ORDINALITY"
    " AS w (item_id, from_quantity, price, position)";
constexpr std::string_view SelectPrices = R"(
SELECT e.price
FROM unnest($3::uuid[], $4::numeric[]) WITH ORDINALITY AS w (item_id, quantity, position)
LEFT JOIN LATERAL (
    SELECT price FROM stock.price_entry e
    WHERE e.company_id = $1 AND e.price_list_id = $2 AND e.item_id = w.item_id AND e.from_quantity <= w.quantity
    ORDER BY e.from_quantity DESC LIMIT 1) e ON true
ORDER BY w.position)";

/// Reads STOCK_PRICE_LIST_COLUMNS, the first of which is at `at`; leaves `at` behind the last.
PriceList listOf(const Row& row, std::uint32_t& at) {
    PriceList list;
    list.id = row.uuid(at++);
    list.name = row.text(at++);
    list.currency = row.currency(at++);
    list.discountPercent = row.optionalDecimal(at++);
    list.from = row.optionalDate(at++);
    list.to = row.optionalDate(at++);
    list.version = row.integer(at++);
    list.createdAt = row.instant(at++);
    list.updatedAt = row.instant(at++);
    if (const auto kind = row.optionalText(at++)) {
        list.createdByKind = std::string(*kind);
    }
    list.createdById = row.optionalUuid(at++);
    return list;
}

std::optional<PriceList> firstList(const Rows& rows) {
    std::uint32_t at = 0;
    return rows.empty() ? std::nullopt : std::optional(listOf(rows[0], at));
}

void insertEntries(Call& call, const PriceList& list) {
    if (list.entries.empty()) {
        return;
    }
    ArrayParam items, quantities, prices;
    for (const PriceEntry& entry : list.entries) {
        items.add(entry.itemId);
        quantities.add(entry.fromQuantity);
        prices.add(entry.price);
    }
    call.db().send(InsertEntries, call.companyId(), list.id, items, quantities, prices);
}

} // namespace

PriceListPage listPriceLists(Call& call, const ArrayPage& page) {
    ListRequest request{{}, "stock.price_list", "p", ListParams(call.companyId())};
    request.order = " ORDER BY lower(p.name), p.id";
    request.limit = page.limit;
    request.offset = page.offset;
    PriceListPage result;
    const auto take = [&](const Row& row, std::uint32_t column) {
        PriceList list = listOf(row, column);
        const Json entries = row.isNull(column) ? Json::array() : row.json(column);
        for (const Json& entry : entries.items()) {
            list.entries.push_back({Uuid::parse(entry[0].text()).value(), entry[1].decimal().normalized(),
                                    entry[2].decimal().normalized()});
        }
        result.lists.push_back(std::move(list));
    };
    result.total = readList(call, request, STOCK_PRICE_LIST_COLUMNS ", " STOCK_PRICE_ENTRIES, take).count;
    return result;
}

std::optional<PriceList> readPriceList(Call& call, const Uuid& id) {
    return firstList(call.db().query(SelectList, call.companyId(), id));
}

std::optional<PriceList> lockPriceList(Call& call, const Uuid& id) {
    return firstList(call.db().query(LockList, call.companyId(), id));
}

std::vector<PriceEntry> entriesOf(Call& call, const Uuid& list) {
    std::vector<PriceEntry> entries;
    for (const Row row : call.db().query(SelectEntries, call.companyId(), list)) {
        entries.push_back({row.uuid(0), row.decimal(1), row.decimal(2)});
    }
    return entries;
}

void insertPriceList(Call& call, const PriceList& list) {
    call.db().send(InsertList, call.companyId(), list.id, list.name, list.currency, list.discountPercent,
                   list.from, list.to, list.createdAt, list.createdByKind, list.createdById);
    insertEntries(call, list);
}

void replacePriceList(Call& call, const PriceList& list) {
    call.db().send(UpdateList, call.companyId(), list.id, list.name, list.currency, list.discountPercent,
                   list.from, list.to, list.version, list.updatedAt);
    call.db().send(DeleteEntries, call.companyId(), list.id);
    insertEntries(call, list);
}

std::vector<std::optional<Decimal>> pricesOf(Call& call, const Uuid& list,
                                             const std::vector<WantedPrice>& lines) {
    ArrayParam items, quantities;
    for (const WantedPrice& line : lines) {
        items.add(line.itemId);
        quantities.add(line.quantity);
    }
    std::vector<std::optional<Decimal>> prices;
    const Rows rows = call.db().query(SelectPrices, call.companyId(), list, items, quantities);
    for (const Row row : rows) {
        const auto price = row.optionalDecimal(0);
        prices.push_back(price ? std::optional(price->normalized()) : std::nullopt);
    }
    return prices;
}

} // namespace svc::stock
