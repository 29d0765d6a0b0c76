#include "api/item_writing.hpp"

#include <svc/changes.hpp>
#include <svc/error.hpp>

#include "api/goods.hpp"
#include "store/items.hpp"
#include "store/locations.hpp"

namespace svc::stock {
namespace {

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

void emitLowByThreshold(Call& call, const Item& before, const Item& after) {
    if (isLow(before) || !isLow(after)) {
        return;
    }
    const auto location = defaultLocation(call, std::nullopt);
    if (location) {
        ShelfItem item;
        item.id = after.id;
        item.name = after.name;
        item.sku = after.sku;
        item.alertThreshold = after.alertThreshold;
        emitLow(call, item, location->id, after.quantity);
    }
}

/// What a client writes, as history tells it.
Json writtenFields(const Item& item) {
    Json fields = itemRecord(item, Currency());
    for (const char* name :
         {"id", "averageCost", "currency", "quantity", "createdAt", "updatedAt", "version", "createdBy"}) {
        fields.remove(name);
    }
    return fields;
}

} // namespace

void itemNotFound(std::string_view id) {
    throw ApiError(404, "item-not-found", {id});
}

Item itemFromBody(Call& call, const Json& body) {
    Item item;
    item.id = call.newUuid();
    applyBody(item, body, call.company().currency);
    item.parentId = parentIdOf(body);
    if (item.parentId) {
        checkParent(item, readSurroundings(call, item.id, item.parentId));
    }
    item.createdAt = item.updatedAt = call.now();
    if (const auto kind = call.actor().kindText()) {
        item.createdByKind = std::string(*kind);
    }
    item.createdById = call.actor().optionalId();
    return item;
}

void countNewItems(Call& call, std::int64_t active, std::int64_t archived) {
    const std::int64_t counted = countItems(call, active, archived);
    if (active > 0) {
        call.checkPlan("items", counted - 1);
    }
}

void countImportedItems(Call& call, std::int64_t active, std::int64_t archived, std::int64_t before) {
    countItemsLate(call, active, archived);
    if (active > 0) {
        call.checkPlan("items", activeItems(call) + before + active - 1);
    }
}

void addItems(Call& call, const std::vector<Item>& items) {
    insertItems(call, items);
    for (const Item& item : items) {
        call.history("item", encodeId("itm", item.id), "item.created");
    }
}

Item changeItem(Call& call, const Item& before, const Json& body) {
    Item item = before;
    applyBody(item, body, call.company().currency);
    if (body.contains("parentId")) {
        item.parentId = parentIdOf(body);
    }
    const Json changes = changesBetween(writtenFields(before), writtenFields(item));
    if (changes.empty()) {
        return before;
    }
    if (item.parentId && item.parentId != before.parentId) {
        checkParent(item, readSurroundings(call, item.id, item.parentId));
    }
    checkTracking(before, item);
    if (before.archived && !item.archived) {
        countNewItems(call, 1, -1);
    } else if (!before.archived && item.archived) {
        countNewItems(call, -1, 1);
    }
    ++item.version;
    item.updatedAt = call.now();
    updateItem(call, before, item);
    emitLowByThreshold(call, before, item);
    call.history("item", encodeId("itm", item.id), "item.updated", changes);
    return item;
}

} // namespace svc::stock
