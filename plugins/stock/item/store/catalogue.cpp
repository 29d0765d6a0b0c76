#include "item/store/catalogue.hpp"

#include <svc/columns.hpp>

#include "item/rules/item.hpp"

namespace svc::stock {
namespace {

/// The columns that every sale reads.
const Table SoldColumns("stock.item", columnWrittenOnce("id", &Item::id), column("name", &Item::name),
                        column("sku", &Item::sku), column("price", &Item::price), column("cost", &Item::cost),
                        column("tax_rate", &Item::taxRate), column("tax_category", &Item::taxCategory),
                        column("tax_exemption_reason", &Item::taxExemptionReason),
                        column("unit", &Item::unit), column("service", &Item::service),
                        column("track_stock", &Item::trackStock), column("track_lots", &Item::trackLots),
                        column("archived", &Item::archived), column("description", &Item::description),
                        column("barcode", &Item::barcode));

// Variants are looked up with a limit: the planner might turn EXISTS into a hash of all items of the company.
const std::string SelectSoldItems = "SELECT " + SoldColumns.select("i") + R"(, c.average,
       (SELECT true FROM stock.item v WHERE v.company_id = i.company_id AND v.parent_id = i.id LIMIT 1) IS NOT NULL
FROM stock.item i
JOIN stock.item_cost c ON c.company_id = i.company_id AND c.item_id = i.id
WHERE i.company_id = $1 AND i.id = ANY ($2::uuid[]))";

ArrayParam listOf(const std::vector<ItemId>& ids) {
    ArrayParam list;
    for (const ItemId id : ids) {
        list.add(id);
    }
    return list;
}

} // namespace

void askSoldItems(Call& call, const std::vector<ItemId>& ids) {
    call.db().askAhead(SelectSoldItems, call.companyId(), listOf(ids));
}

std::vector<commands::SoldItem> soldItems(Call& call, const std::vector<ItemId>& ids) {
    std::vector<commands::SoldItem> items;
    for (const Row row : call.db().query(SelectSoldItems, call.companyId(), listOf(ids))) {
        const Item item = SoldColumns.read(row);
        items.push_back({.id = item.id,
                         .name = item.name,
                         .sku = item.sku,
                         .price = item.price,
                         .cost = item.cost,
                         .averageCost = shownCost(row.decimal(SoldColumns.width())),
                         .taxRate = item.taxRate,
                         .taxCategory = item.taxCategory,
                         .taxExemptionReason = item.taxExemptionReason,
                         .unit = item.unit,
                         .service = item.service,
                         .trackStock = item.trackStock,
                         .trackLots = item.trackLots,
                         .archived = item.archived,
                         .description = item.description,
                         .isParent = row.boolean(SoldColumns.width() + 1),
                         .barcode = item.barcode});
    }
    return items;
}

} // namespace svc::stock
