#include "document/lines.hpp"

namespace svc::stock {

std::string linePath(std::size_t index) {
    return "lines[" + std::to_string(index) + ']';
}

void checkDecimals(const Decimal& quantity, const std::string& path) {
    constexpr int QuantityDecimals = 6;
    if (quantity.decimals() > QuantityDecimals) {
        throw fieldInvalid(path);
    }
}

void itemNotFound(std::string_view text) {
    throw unknownName(404, "item-not-found", text);
}

ItemId formedItemId(ItemId id, const Json& written) {
    if (id.uuid().isNil()) {
        itemNotFound(written.isString() ? written.text() : std::string());
    }
    return id;
}

Location locationOf(Call& call, LocationId id) {
    auto location = readLocation(call, id);
    if (!location) {
        throw ApiError(404, "location-not-found");
    }
    return *std::move(location);
}

void checkItems(const std::vector<GoodsLine>& lines, const ShelfItems& items) {
    for (const GoodsLine& line : lines) {
        if (items.count(line.itemId) == 0) {
            itemNotFound(line.itemId.toString());
        }
    }
    for (const GoodsLine& line : lines) {
        if (items.at(line.itemId).archived) {
            throw fieldInvalid(line.field + ".itemId");
        }
        checkStocked(items.at(line.itemId));
    }
}

void checkStocked(const ShelfItem& item) {
    if (!item.trackStock || item.isParent) {
        throw ApiError(400, "item-not-stocked", {item.id.toString()});
    }
}

void valueLines(std::vector<GoodsLine>& lines, const ShelfItems& items) {
    for (GoodsLine& line : lines) {
        const ShelfItem& item = items.at(line.itemId);
        if (line.incoming && !line.unitCost && item.valuation.average().isZero()) {
            line.unitCost = item.cost;
        }
    }
}

} // namespace svc::stock
