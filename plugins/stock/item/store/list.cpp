#include "item/store/list.hpp"

#include <svc/list_search.hpp>

#include "item/store/items.hpp"

namespace svc::stock {

ItemPage findItems(Call& call, const api::ListItemsParameters& parameters) {
    ListRequest list = lists::item(call, parameters);
    list.joins = " LEFT JOIN stock.item_cost c ON c.company_id = r.company_id AND c.item_id = r.id";
    if (parameters.parentId) {
        // A malformed identifier is treated as unknown: no item matches.
        list.where += list.params.key("r.parent_id", std::optional(ItemId::parseOrNil(*parameters.parentId)));
    }
    ItemPage page;
    page.count = readList(call, list, itemColumns(), [&](const Row& row, std::uint32_t column) {
                     page.rows.push_back(itemFrom(call, row, column));
                 }).count;
    return page;
}

} // namespace svc::stock
