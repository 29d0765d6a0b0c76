#pragma once

#include <string_view>

#include <vector>

#include <svc/call.hpp>

#include "domain/item.hpp"

namespace svc::stock {

/// 404 item-not-found:<id>
[[noreturn]] void itemNotFound(std::string_view id);

/// The item of a body, judged with what is around it; nothing is written. Refuses with
/// item-not-found:<parent> and field-invalid:parentId.
Item itemFromBody(Call& call, const Json& body);

/// Counts so many active items more, and refuses with plan-limit:items:<allowed>.
void countNewItems(Call& call, std::int64_t active, std::int64_t archived);
/// The same for an import, which holds no lock until its end; `before`: the active ones it has counted
/// already.
void countImportedItems(Call& call, std::int64_t active, std::int64_t archived, std::int64_t before);

/// Record, words, history.
void addItems(Call& call, const std::vector<Item>& items);

/// Changes `before` (locked by the caller) by a body of PATCH …/items/{itemId}. When nothing changes, nothing
/// is written. Emits stock.low when the new threshold is above the quantity.
Item changeItem(Call& call, const Item& before, const Json& body);

} // namespace svc::stock
