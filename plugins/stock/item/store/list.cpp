#include "item/store/list.hpp"

#include <svc/list_search.hpp>

#include "item/store/items.hpp"

namespace svc::stock {
namespace {

std::string_view orderOf(api::ListItemsSort sort) {
    switch (sort) {
    case api::ListItemsSort::NameDescending:
        return " ORDER BY i.name_order DESC, i.id DESC";
    case api::ListItemsSort::Sku:
        return " ORDER BY i.sku, i.id";
    case api::ListItemsSort::SkuDescending:
        return " ORDER BY i.sku DESC, i.id DESC";
    case api::ListItemsSort::Price:
        return " ORDER BY i.price, i.id";
    case api::ListItemsSort::PriceDescending:
        return " ORDER BY i.price DESC, i.id DESC";
    case api::ListItemsSort::Date:
        return " ORDER BY i.created_at, i.id";
    case api::ListItemsSort::DateDescending:
        return NewestItems;
    case api::ListItemsSort::Name:
        break;
    }
    return " ORDER BY i.name_order, i.id";
}

std::string_view onlyIf(std::optional<bool> wanted, std::string_view yes, std::string_view no) {
    return !wanted ? "" : *wanted ? yes : no;
}

} // namespace

ItemPage listItems(Call& call, const ItemFilter& filter, const ArrayPage& bounds) {
    ListRequest request{"stock.item", "stock.item", "i", ListParams(call.companyId())};
    ListParams& params = request.params;
    request.joins = " LEFT JOIN stock.item_cost c ON c.company_id = i.company_id AND c.item_id = i.id";
    // Phrased like the predicates of the indexes.
    request.where = filter.archived ? " AND i.archived" : " AND NOT i.archived";
    request.where += onlyIf(filter.service, " AND i.service", " AND NOT i.service");
    request.where += onlyIf(filter.low, " AND i.low", " AND NOT i.low");
    request.where += params.bound("i.category =", filter.category);
    request.where += params.key("i.barcode", filter.barcode);
    request.where += params.key("i.sku", filter.sku);
    request.where += params.key("i.external_id", filter.externalId);
    request.where += params.key("i.parent_id", filter.parentId);
    request.order = orderOf(filter.sort);
    request.newest = NewestItems;
    request.text = filter.text;
    request.limit = bounds.limit;
    request.offset = bounds.offset;
    ItemPage page;
    page.count = readList(call, request, itemColumns(), [&](const Row& row, std::uint32_t column) {
                     page.rows.push_back(itemFrom(call, row, column));
                 }).count;
    return page;
}

} // namespace svc::stock
