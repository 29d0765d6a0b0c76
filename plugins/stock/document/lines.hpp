#pragma once

#include <optional>
#include <string>
#include <vector>

#include "location/store.hpp"
#include "shelf/goods.hpp"

namespace svc::stock {

/// `lines[2]`
std::string linePath(std::size_t index);

/// Refuses a quantity with too many decimals with field-invalid:<path>.
void checkDecimals(const Decimal& quantity, const std::string& path);

/// 404 item-not-found:<text>, the identifier as the client wrote it.
[[noreturn]] void itemNotFound(std::string_view text);
/// The identifier of an item; a malformed one is refused by itemNotFound with its text in `written`.
ItemId formedItemId(ItemId id, const Json& written);

/// Sets item and place of the lines, after all formats were checked (order of checks).
template <class Entry>
void nameItems(Request& request, const std::vector<Entry>& entries, LocationId location,
               std::vector<GoodsLine>& lines) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
        lines[i].itemId = formedItemId(entries[i].itemId, request.body()["lines"][i]["itemId"]);
        lines[i].locationId = location;
    }
}

/// The location that a request names; 404 location-not-found.
Location locationOf(Call& call, LocationId id);

/// Checks of the routes that sales do not make: the items must exist, be active, and be kept in stock.
void checkItems(const std::vector<GoodsLine>& lines, const ShelfItems& items);

/// The check that also applies when a draft is carried out later: item-not-stocked:<itemId>.
void checkStocked(const ShelfItem& item);

/// Values lines that add goods without a cost: at the item's average cost, or at its last cost if it has no
/// average yet.
void valueLines(std::vector<GoodsLine>& lines, const ShelfItems& items);

} // namespace svc::stock
