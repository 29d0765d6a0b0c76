#include "store/items.hpp"
#include "api/item_writing.hpp"
#include "api/stock_lines.hpp"
#include "store/item_list.hpp"

namespace svc::stock {
namespace {

/// An empty filter filters nothing.
std::optional<std::string> filterOf(const std::optional<std::string>& parameter) {
    return parameter && parameter->empty() ? std::nullopt : parameter;
}

} // namespace

Answer<200, std::vector<api::Item>> listItems(Request& request, const api::ListItemsParameters& parameters) {
    const auto parent = filterOf(parameters.parentId);
    const ItemPage page = listItems(
        request,
        {.text = filterOf(parameters.q),
         .category = filterOf(parameters.category),
         .service = parameters.service,
         .barcode = filterOf(parameters.barcode),
         .sku = filterOf(parameters.sku),
         .externalId = filterOf(parameters.externalId),
         // One of the wrong form is like an unknown one: nothing has it.
         .parentId = parent ? std::optional(ItemId::parse(*parent).value_or(ItemId())) : std::nullopt,
         .low = parameters.low,
         .archived = parameters.archived,
         .sort = parameters.sort},
        parameters.page);
    return Answer<200, std::vector<api::Item>>(page.rows).total(page.count);
}

Answer<201, api::Item> createItem(Request& request, const api::ItemCreate&) {
    // The fields of a new item are those of a change.
    const Item item = itemFromBody(request, bind::body<api::ItemUpdate>(request), request.body());
    countNewItems(request, item.archived ? 0 : 1, item.archived ? 1 : 0);
    addItems(request, {item});
    return Answer<201, api::Item>(item).etag(item.version);
}

Answer<200, api::Item> getItem(Request& request, const api::GetItemParameters& parameters) {
    const auto item = readItem(request, parameters.itemId);
    if (!item) {
        itemNotFound(request.path("itemId"));
    }
    return Answer<200, api::Item>(*item).etag(item->version);
}

Answer<200, api::Item> updateItem(Request& request, const api::UpdateItemParameters& parameters,
                                  const api::ItemUpdate& body) {
    // Formats come before the record (order of checks): a first pass on an empty item.
    Item probe = emptyItem(request);
    applyBody(probe, body);
    const auto before = lockItem(request, parameters.itemId);
    if (!before) {
        itemNotFound(request.path("itemId"));
    }
    request.checkVersion(before->version);

    const Item item = changeItem(request, *before, body, request.body());
    return Answer<200, api::Item>(item).etag(item.version);
}

} // namespace svc::stock
