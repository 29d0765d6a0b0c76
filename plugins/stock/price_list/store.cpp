#include "price_list/store.hpp"

#include <svc/list_search.hpp>

#include "document/inner_lines.hpp"
#include "price_list/columns.hpp"

namespace svc::stock {
namespace {

const std::string SelectList =
    "SELECT " + PriceLists.select("r") + " FROM stock.price_list r WHERE r.company_id = $1 AND r.id = $2";
const std::string LockList = SelectList + " FOR NO KEY UPDATE";
constexpr std::string_view DeleteEntries =
    "DELETE FROM stock.price_entry WHERE company_id = $1 AND price_list_id = $2";
const std::string SelectEntries =
    "SELECT " + PriceEntries.select("e") +
    " FROM stock.price_entry e WHERE e.company_id = $1 AND e.price_list_id = $2 ORDER BY e.position";
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

std::optional<PriceList> firstList(const Rows& rows) {
    return rows.empty() ? std::nullopt : std::optional(PriceLists.read(rows[0]));
}

void insertEntries(Call& call, const PriceList& list) {
    if (list.entries.empty()) {
        return;
    }
    ArrayParam items, quantities, prices;
    for (const PriceEntry& entry : list.entries) {
        items.add(entry.itemId);
        quantities.add(entry.fromQuantity);
        prices.add(entry.price.minor());
    }
    call.db().send(InsertEntries, call.companyId(), list.id, items, quantities, prices);
}

} // namespace

PriceListPage findPriceLists(Call& call, const api::ListPriceListsParameters& parameters) {
    const ListRequest request = lists::priceList(call, parameters);
    PriceListPage result;
    // Reads entries only for the lists of the page.
    const std::string columns = PriceLists.select("r") + ", " +
                                linesColumn(PriceEntries, "stock.price_entry", "price_list_id = r.id");
    result.total = readList(call, request, columns, [&](const Row& row, std::uint32_t column) {
                       PriceList& list = result.lists.emplace_back(PriceLists.read(row, column));
                       list.entries = linesAt(PriceEntries, row, column + PriceLists.width());
                   }).count;
    return result;
}

std::optional<PriceList> readPriceList(Call& call, PriceListId id) {
    return firstList(call.db().query(SelectList, call.companyId(), id));
}

std::optional<PriceList> lockPriceList(Call& call, PriceListId id) {
    return firstList(call.db().query(LockList, call.companyId(), id));
}

std::vector<PriceEntry> entriesOf(Call& call, PriceListId list) {
    std::vector<PriceEntry> entries;
    for (const Row row : call.db().query(SelectEntries, call.companyId(), list)) {
        entries.push_back(PriceEntries.read(row));
    }
    return entries;
}

void insertPriceList(Call& call, const PriceList& list) {
    PriceLists.insert(call, {list});
    insertEntries(call, list);
}

void replacePriceList(Call& call, const PriceList& list) {
    PriceLists.update(call, list);
    call.db().send(DeleteEntries, call.companyId(), list.id);
    insertEntries(call, list);
}

std::vector<std::optional<MinorPrice>> pricesOf(Call& call, PriceListId list,
                                                const std::vector<commands::PricesInputLinesItem>& lines) {
    ArrayParam items, quantities;
    for (const commands::PricesInputLinesItem& line : lines) {
        items.add(line.itemId);
        quantities.add(line.quantity);
    }
    std::vector<std::optional<MinorPrice>> prices;
    for (const Row row : call.db().query(SelectPrices, call.companyId(), list, items, quantities)) {
        ColumnForm<std::optional<MinorPrice>>::read(row, 0, prices.emplace_back());
    }
    return prices;
}

} // namespace svc::stock
