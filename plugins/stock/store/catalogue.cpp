#include "store/catalogue.hpp"

#include "domain/item.hpp"

namespace svc::stock {
namespace {

constexpr std::string_view SelectSoldItems = R"(
SELECT i.id, i.name, i.sku, i.price, i.cost, c.average, i.tax_rate, i.tax_category, i.tax_exemption_reason, i.unit,
       i.service, i.track_stock, i.track_lots, i.archived, i.description,
       EXISTS (SELECT 1 FROM stock.item v WHERE v.company_id = i.company_id AND v.parent_id = i.id),
       i.barcode
FROM stock.item i
JOIN stock.item_cost c ON c.company_id = i.company_id AND c.item_id = i.id
WHERE i.company_id = $1 AND i.id = ANY ($2::uuid[])
/* ahead */)";

ArrayParam listOf(const std::vector<Uuid>& ids) {
    ArrayParam list;
    for (const Uuid& id : ids) {
        list.add(id);
    }
    return list;
}

} // namespace

void askSoldItems(Call& call, const std::vector<Uuid>& ids) {
    call.db().send(SelectSoldItems, call.companyId(), listOf(ids));
}

Json soldItems(Call& call, const std::vector<Uuid>& ids) {
    const Rows rows = call.db().query(SelectSoldItems, call.companyId(), listOf(ids));
    Json items = Json::array();
    for (const Row row : rows) {
        Json item = Json::object();
        item.add("id", encodeId("itm", row.uuid(0)));
        item.add("name", row.text(1));
        item.add("sku", row.optionalText(2));
        item.add("price", row.optionalDecimal(3));
        item.add("cost", row.decimal(4));
        item.add("averageCost", shownCost(row.decimal(5)));
        item.add("taxRate", row.optionalDecimal(6));
        item.add("taxCategory", row.optionalText(7));
        item.add("taxExemptionReason", row.optionalText(8));
        item.add("unit", row.text(9));
        item.add("service", row.boolean(10));
        item.add("trackStock", row.boolean(11));
        item.add("trackLots", row.boolean(12));
        item.add("archived", row.boolean(13));
        item.add("description", row.optionalText(14));
        item.add("isParent", row.boolean(15));
        item.add("barcode", row.optionalText(16));
        items.push(std::move(item));
    }
    return items;
}

} // namespace svc::stock
