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

/// How many active items more a change makes, and so many archived ones less: 1, 0 or -1.
std::int64_t activeMore(const Item& before, const Item& after);
/// Counts so many items more, and refuses with plan-limit:items:<allowed>. Behind the locks of items, as an
/// import counts at its end.
void countNewItems(Call& call, std::int64_t active, std::int64_t archived);
/// The same for an import, which holds no lock until its end; `before`: the active ones it has counted
/// already.
void countImportedItems(Call& call, std::int64_t active, std::int64_t archived, std::int64_t before);

/// Record, words, history.
void addItems(Call& call, const std::vector<Item>& items);

/// Changes `before` (locked by the caller) by a body of PATCH …/items/{itemId}. When nothing changes, nothing
/// is written. Emits stock.low when the new threshold is above the quantity. Counting it is left to the
/// caller.
Item changeItem(Call& call, const Item& before, const api::ItemUpdate& body, const Json& written);

} // namespace svc::stock
