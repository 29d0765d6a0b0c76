#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <svc/http.hpp>

#include "api/goods.hpp"
#include "store/locations.hpp"

namespace svc::stock {

/// `lines[2]`
std::string linePath(std::size_t index);

/// A quantity of a body: refused with field-invalid:<path> when it has too many decimals.
Decimal quantityOf(const Json& entry, std::string_view name, const std::string& path);

/// The item that a line names; 404 item-not-found:<itemId> when the form is wrong.
Uuid itemIdOf(const Json& entry);

/// The location that a body names; 404 location-not-found.
Location locationOf(Call& call, const Json& body, std::string_view name);

/// What the routes refuse and a sale does not: the items must be there, open, and kept in stock.
void checkItems(const std::vector<GoodsLine>& lines, const ShelfItems& items);

/// Goods found without a cost are worth what the item costs on average, or what it last cost before it had
/// any.
void valueLines(std::vector<GoodsLine>& lines, const ShelfItems& items);

/// The business date of a body, today when it names none; judged.
Date businessDate(Request& request);

} // namespace svc::stock
