#pragma once

#include <vector>

#include "bindings.hpp"
#include "item/rules/item.hpp"

namespace svc::stock {

/// An item without fields from a request.
Item emptyItem(Call& call);

/// The item of a request, checked against related items; nothing is written. Refuses with
/// item-not-found:<parent> and field-invalid:parentId.
///
/// @param written the request: has the original text of a malformed identifier
Item itemFromBody(Call& call, const api::ItemUpdate& body, const Json& written);

/// The change in the number of active items: 1, 0 or -1; archived items change by the opposite.
std::int64_t activeMore(const Item& before, const Item& after);
/// Adds to the counts of items, and refuses with plan-limit:items:<allowed>. To be called after the items are
/// locked, in the same order as an import, which counts at its end.
void countNewItems(Call& call, std::int64_t active, std::int64_t archived);
/// The same for an import, which does not lock the counts until its end; `before`: the active items that it
/// has counted already.
void countImportedItems(Call& call, std::int64_t active, std::int64_t archived, std::int64_t before);

/// Writes records, search words and history.
void addItems(Call& call, const std::vector<Item>& items);

/// Changes `before` (locked by the caller) by the body of PATCH …/items/{itemId}. If nothing changes, nothing
/// is written. Emits stock.low when the new threshold is above the quantity. The caller counts items.
Item changeItem(Call& call, const Item& before, const api::ItemUpdate& body, const Json& written);

} // namespace svc::stock
