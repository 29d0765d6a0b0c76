#include "api/stock_lines.hpp"

#include <svc/error.hpp>

namespace svc::stock {
namespace {

constexpr int QuantityDecimals = 6;

} // namespace

std::string linePath(std::size_t index) {
    return "lines[" + std::to_string(index) + ']';
}

Decimal quantityOf(const Json& entry, std::string_view name, const std::string& path) {
    const Decimal quantity = entry[name].decimal();
    if (quantity.decimals() > QuantityDecimals) {
        throw fieldInvalid(path + '.' + std::string(name));
    }
    return quantity;
}

Uuid itemIdOf(const Json& entry) {
    const std::string text = entry["itemId"].text();
    const auto id = decodeId("itm", text);
    if (!id) {
        throw ApiError(404, "item-not-found", {text});
    }
    return *id;
}

Location locationOf(Call& call, const Json& body, std::string_view name) {
    const auto id = decodeId("loc", body.textOr(name));
    const auto location = id ? readLocation(call, *id) : std::nullopt;
    if (!location) {
        throw ApiError(404, "location-not-found");
    }
    return *location;
}

void checkItems(const std::vector<GoodsLine>& lines, const ShelfItems& items) {
    for (const GoodsLine& line : lines) {
        if (items.count(line.itemId) == 0) {
            throw ApiError(404, "item-not-found", {encodeId("itm", line.itemId)});
        }
    }
    for (const GoodsLine& line : lines) {
        const ShelfItem& item = items.at(line.itemId);
        if (item.archived) {
            throw fieldInvalid(line.field + ".itemId");
        }
        if (!item.trackStock || item.isParent) {
            throw ApiError(400, "item-not-stocked", {encodeId("itm", line.itemId)});
        }
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

Date businessDate(Request& request) {
    const auto text = request.body().optionalText("date");
    const Date date = text ? Date::parse(*text).value_or(request.today()) : request.today();
    request.checkDate(date);
    return date;
}

} // namespace svc::stock
