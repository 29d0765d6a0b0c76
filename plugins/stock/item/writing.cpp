#include "item/writing.hpp"

#include <svc/changes.hpp>

#include "document/lines.hpp"
#include "document/records.hpp"
#include "item/store/items.hpp"
#include "location/store.hpp"
#include "shelf/goods.hpp"

namespace svc::stock {
namespace {

void setParent(Item& item, const api::ItemUpdate& body, const Json& written) {
    if (!body.parentId.isAbsent()) {
        item.parentId = body.parentId.value();
    }
    if (body.parentId.hasValue()) {
        formedItemId(*item.parentId, written["parentId"]);
    }
}

/// The parent of a variant must not be a variant. An item with variants is not sold and has no stock.
void checkParent(Call& call, const Item& item) {
    const ItemSurroundings around = readSurroundings(call, item);
    if (!around.parentExists) {
        itemNotFound(item.parentId->toString());
    }
    if (*item.parentId == item.id || around.parentIsVariant || around.parentArchived ||
        around.parentHasStock || around.hasVariants) {
        throw fieldInvalid("parentId");
    }
}

/// Tracking of stock and lots cannot change while the item is in stock.
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
    const auto location = defaultLocation(call);
    if (location) {
        ShelfItem item;
        item.id = after.id;
        item.name = after.name;
        item.sku = after.sku;
        item.alertThreshold = after.alertThreshold;
        emitLow(call, item, location->id, after.quantity);
    }
}

/// The fields that clients write, for the history.
Json writtenFields(const Item& item) {
    Json fields = shown(item);
    for (const char* name :
         {"id", "averageCost", "currency", "quantity", "createdAt", "updatedAt", "version", "createdBy"}) {
        fields.remove(name);
    }
    return fields;
}

} // namespace

Item emptyItem(Call& call) {
    Item item{
        .unit = "C62", .currency = call.company().currency, .trackStock = true, .attributes = Json::object()};
    beginRecord(call, item);
    return item;
}

Item itemFromBody(Call& call, const api::ItemUpdate& body, const Json& written) {
    Item item = emptyItem(call);
    applyBody(item, body);
    setParent(item, body, written);
    if (item.parentId) {
        checkParent(call, item);
    }
    return item;
}

std::int64_t activeMore(const Item& before, const Item& after) {
    return (after.archived ? 0 : 1) - (before.archived ? 0 : 1);
}

void countNewItems(Call& call, std::int64_t active, std::int64_t archived) {
    if (active == 0 && archived == 0) {
        return;
    }
    const std::int64_t counted = countItems(call, active, archived);
    if (active > 0) {
        call.checkPlan("items", counted - 1);
    }
}

void countImportedItems(Call& call, std::int64_t active, std::int64_t archived, std::int64_t before) {
    if (active == 0 && archived == 0) {
        return;
    }
    countItemsLate(call, active, archived);
    if (active > 0) {
        call.checkPlan("items", activeItems(call) + before + active - 1);
    }
}

void addItems(Call& call, const std::vector<Item>& items) {
    insertItems(call, items);
    for (const Item& item : items) {
        call.history("item", item.id.toString(), "item.created");
    }
}

Item changeItem(Call& call, const Item& before, const api::ItemUpdate& body, const Json& written) {
    Item item = before;
    applyBody(item, body);
    setParent(item, body, written);
    const Json changes = changesBetween(writtenFields(before), writtenFields(item));
    if (changes.empty()) {
        return before;
    }
    if (item.parentId && item.parentId != before.parentId) {
        checkParent(call, item);
    }
    checkTracking(before, item);
    ++item.version;
    item.updatedAt = call.now();
    updateItem(call, before, item);
    emitLowByThreshold(call, before, item);
    call.history("item", item.id.toString(), "item.updated", changes);
    return item;
}

} // namespace svc::stock
