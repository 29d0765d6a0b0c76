#include "api/handlers.hpp"

#include <svc/error.hpp>

#include "api/item_writing.hpp"
#include "store/item_list.hpp"

namespace svc::stock {
namespace {

std::optional<bool> flag(const Request& request, std::string_view name) {
    const auto text = request.query(name);
    return text ? std::optional(*text == "true") : std::nullopt;
}

std::optional<std::string> text(const Request& request, std::string_view name) {
    const auto value = request.query(name);
    return value && !value->empty() ? std::optional<std::string>(*value) : std::nullopt;
}

Uuid itemIdOf(const Request& request) {
    const auto id = decodeId("itm", request.path("itemId"));
    if (!id) {
        itemNotFound(request.path("itemId"));
    }
    return *id;
}

} // namespace

Response listItemsRoute(Request& request) {
    ItemFilter filter;
    filter.text = text(request, "q");
    filter.sort = request.query("sort").value_or("name");
    filter.category = text(request, "category");
    filter.service = flag(request, "service");
    filter.barcode = text(request, "barcode");
    filter.sku = text(request, "sku");
    filter.externalId = text(request, "externalId");
    filter.low = flag(request, "low");
    filter.archived = flag(request, "archived").value_or(false);
    Json records = Json::array();
    if (const auto parent = text(request, "parentId")) {
        filter.parentId = decodeId("itm", *parent);
        if (!filter.parentId) {
            return Response::json(200, records).total(0);
        }
    }
    const ItemPage page = listItems(request, filter, request.arrayPage());
    for (const Item& item : page.rows) {
        records.push(itemRecord(item, request.company().currency));
    }
    return Response::json(200, records).total(page.count);
}

Response createItemRoute(Request& request) {
    const Item item = itemFromBody(request, request.body());
    countNewItems(request, item.archived ? 0 : 1, item.archived ? 1 : 0);
    addItems(request, {item});
    return Response::json(201, itemRecord(item, request.company().currency)).etag(item.version);
}

Response getItemRoute(Request& request) {
    const auto item = readItem(request, itemIdOf(request));
    if (!item) {
        itemNotFound(request.path("itemId"));
    }
    return Response::json(200, itemRecord(*item, request.company().currency)).etag(item->version);
}

Response updateItemRoute(Request& request) {
    const Json& body = request.body();
    const Currency currency = request.company().currency;
    // Formats come before the record (order of checks): a first pass on an empty item.
    Item probe;
    applyBody(probe, body, currency);
    const auto before = lockItem(request, itemIdOf(request));
    if (!before) {
        itemNotFound(request.path("itemId"));
    }
    request.checkVersion(before->version);

    const Item item = changeItem(request, *before, body);
    return Response::json(200, itemRecord(item, currency)).etag(item.version);
}

} // namespace svc::stock
