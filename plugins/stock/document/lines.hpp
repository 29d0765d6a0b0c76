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

/// 404 item-not-found:<text>, the identifier as it was written.
[[noreturn]] void itemNotFound(std::string_view text);
/// The identifier of an item; of the wrong form it is answered with itemNotFound of its text in `written`.
ItemId formedItemId(ItemId id, const Json& written);

/// The items and the place of lines, after all formats (order of checks).
template <class Entry>
void nameItems(Request& request, const std::vector<Entry>& entries, LocationId location,
               std::vector<GoodsLine>& lines) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
        lines[i].itemId = formedItemId(entries[i].itemId, request.body()["lines"][i]["itemId"]);
        lines[i].locationId = location;
    }
}

/// The location that a body names; 404 location-not-found.
Location locationOf(Call& call, LocationId id);

/// What the routes refuse and a sale does not: the items must be there, open, and kept in stock.
void checkItems(const std::vector<GoodsLine>& lines, const ShelfItems& items);

/// The part of it that holds for a draft that is carried out later too: item-not-stocked:<itemId>.
void checkStocked(const ShelfItem& item);

/// Goods found without a cost are worth what the item costs on average, or what it last cost before it had
/// any.
void valueLines(std::vector<GoodsLine>& lines, const ShelfItems& items);

/// The business date of a body, today when it names none; judged.
Date businessDate(Call& call, const std::optional<Date>& date);

} // namespace svc::stock
