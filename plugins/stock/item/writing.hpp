#pragma once

#include <vector>

#include "item/rules/item.hpp"

namespace svc::stock {

/// An item without any field of a body yet.
Item emptyItem(Call& call);

/// The item of a body, judged with what is around it; nothing is written. Refuses with
/// item-not-found:<parent> and field-invalid:parentId.
///
/// @param written the body itself: the text of an identifier that is none
Item itemFromBody(Call& call, const api::ItemUpdate& body, const Json& written);

/// Counts so many active items more, and refuses with plan-limit:items:<allowed>.
void countNewItems(Call& call, std::int64_t active, std::int64_t archived);
/// The same for an import, which holds no lock until its end; `before`: the active ones it has counted
/// already.
void countImportedItems(Call& call, std::int64_t active, std::int64_t archived, std::int64_t before);

/// Record, words, history.
void addItems(Call& call, const std::vector<Item>& items);

/// Changes `before` (locked by the caller) by a body of PATCH …/items/{itemId}. When nothing changes, nothing
/// is written. Emits stock.low when the new threshold is above the quantity.
Item changeItem(Call& call, const Item& before, const api::ItemUpdate& body, const Json& written);

} // namespace svc::stock
