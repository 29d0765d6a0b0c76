#include "api/handlers.hpp"

#include <svc/error.hpp>

#include "api/goods.hpp"
#include "store/items.hpp"
#include "store/locations.hpp"

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

[[noreturn]] void itemNotFound(std::string_view id) {
    throw ApiError(404, "item-not-found", {id});
}

Uuid itemIdOf(const Request& request) {
    const auto id = decodeId("itm", request.path("itemId"));
    if (!id) {
        itemNotFound(request.path("itemId"));
    }
    return *id;
}

/// The parent named by a body; nothing when it is cleared.
std::optional<Uuid> parentIdOf(const Json& body) {
    const auto text = body.optionalText("parentId");
    if (!text) {
        return std::nullopt;
    }
    const auto id = decodeId("itm", *text);
    if (!id) {
        itemNotFound(*text);
    }
    return id;
}

/// A variant has a parent that is no variant itself, and what has variants is not sold and holds no stock.
void checkParent(const Item& item, const ItemSurroundings& around) {
    if (!item.parentId) {
        return;
    }
    if (!around.parentExists) {
        itemNotFound(encodeId("itm", *item.parentId));
    }
    if (*item.parentId == item.id || around.parentIsVariant || around.parentArchived ||
        around.parentHasStock || around.hasVariants) {
        throw fieldInvalid("parentId");
    }
}

/// Goods that lie on the shelf stay counted, and counted in the same way.
void checkTracking(const Item& before, const Item& after) {
    if (before.quantity.isZero()) {
        return;
    }
    if (before.service != after.service) {
        throw fieldInvalid("service");
    }
    if (before.trackStock != after.trackStock) {
        throw fieldInvalid("trackStock");
    }
    if (before.trackLots != after.trackLots) {
        throw fieldInvalid("trackLots");
    }
}

void emitLowByThreshold(Request& request, const Item& before, const Item& after) {
    const bool wasLow = before.alertThreshold && before.quantity < *before.alertThreshold;
    const bool isLow = after.alertThreshold && after.quantity < *after.alertThreshold;
    if (!after.trackStock || wasLow || !isLow) {
        return;
    }
    const auto location = defaultLocation(request, std::nullopt);
    if (location) {
        ShelfItem item;
        item.id = after.id;
        item.name = after.name;
        item.sku = after.sku;
        item.alertThreshold = after.alertThreshold;
        emitLow(request, item, location->id, after.quantity);
    }
}

} // namespace

Response listItemsRoute(Request& request) {
    ItemFilter filter;
    filter.q = text(request, "q");
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
    const Currency currency = request.company().currency;
    for (const Item& item : page.items) {
        records.push(itemRecord(item, currency));
    }
    return Response::json(200, records).total(page.total);
}

Response createItemRoute(Request& request) {
    const Currency currency = request.company().currency;
    Item item;
    item.id = request.newUuid();
    applyBody(item, request.body(), currency);
    item.parentId = parentIdOf(request.body());
    const ItemSurroundings around = readSurroundings(request, item.id, item.parentId);
    if (item.parentId && !around.parentExists) {
        itemNotFound(encodeId("itm", *item.parentId));
    }
    if (!item.archived) {
        request.checkPlan("items", around.inPlan);
    }
    checkParent(item, around);

    item.createdAt = item.updatedAt = request.now();
    if (const auto kind = request.actor().kindText()) {
        item.createdByKind = std::string(*kind);
    }
    item.createdById = request.actor().optionalId();
    insertItem(request, item);
    return Response::json(201, itemRecord(item, currency)).etag(item.version);
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

    Item item = *before;
    applyBody(item, body, currency);
    if (body.contains("parentId")) {
        item.parentId = parentIdOf(body);
    }
    const bool joinsPlan = before->archived && !item.archived;
    if (joinsPlan || (item.parentId && item.parentId != before->parentId)) {
        const ItemSurroundings around = readSurroundings(request, item.id, item.parentId);
        if (item.parentId && !around.parentExists) {
            itemNotFound(encodeId("itm", *item.parentId));
        }
        if (joinsPlan) {
            request.checkPlan("items", around.inPlan);
        }
        if (item.parentId != before->parentId) {
            checkParent(item, around);
        }
    }
    checkTracking(*before, item);
    ++item.version;
    item.updatedAt = request.now();
    updateItem(request, item);
    emitLowByThreshold(request, *before, item);
    return Response::json(200, itemRecord(item, currency)).etag(item.version);
}

} // namespace svc::stock
