/// Orders of shops elsewhere: the feed `orders` (docs/modules/integrations.md).
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <svc/connector.hpp>

namespace svc::connector {

/// Decimals of prices and rates that are the result of a division.
inline constexpr int PriceDigits = 10;

/// A number of the answer, which may stand there as text; refuses everything else as unreadable.
inline Decimal decimalOf(const Json& value) {
    const auto number = value.isString()   ? Decimal::parse(trim(value.text()))
                        : value.isNumber() ? Decimal::parse(value.numberText())
                                           : std::nullopt;
    if (!number) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    return *number;
}

/// The same; null and empty texts are nothing.
inline Decimal decimalOrZero(const Json& value) {
    const bool empty = value.isNull() || (value.isString() && trim(value.text()).empty());
    return empty ? Decimal() : decimalOf(value);
}

/// A line of a record. `price`: of one, in major units, after discounts; below zero it is taken off.
inline Json shopLine(const std::optional<std::string>& sku, std::string_view label, Decimal quantity,
                     Decimal price, const std::optional<Decimal>& rate) {
    if (price.sign() < 0) {
        price = -price;
        quantity = -quantity;
    }
    return Json::object(
        {{"sku", sku}, {"label", label}, {"quantity", quantity}, {"unitPrice", price}, {"taxRate", rate}});
}

/// Which orders a page is about: those that were placed since `placed` and changed since `changed`.
/// What is changed while the pages are read is found by the next run, which begins where this one did.
struct OrderWindow {
    Instant placed;
    Instant changed;
    Instant began;
    Json place; ///< of the connector: behind which order the page begins; null at the beginning

    /// Days that are read when a shop is connected.
    static constexpr int FirstDays = 30;
    /// Clocks differ, and indexes of shops lag behind.
    static constexpr std::int64_t Overlap = 10 * Instant::Minute;

    /// Of the input of fetch. A person who asks for orders `since` a day does not end the following of older
    /// ones: the first day is kept as the secret `ordersSince`.
    static OrderWindow of(Call& call, const Json& input) {
        const Json& cursor = input["cursor"];
        OrderWindow window;
        window.began = call.now() + -Overlap;
        if (cursor.isObject()) {
            window.placed = instantOf(cursor, "placed");
            window.changed = instantOf(cursor, "changed");
            window.began = cursor.contains("began") ? instantOf(cursor, "began") : window.began;
            window.place = cursor["place"];
            return window;
        }
        const Date today = Date::parse(input.textOr("today")).value();
        const Date first = Date::parse(input.textOr("since")).value_or(today.addDays(-FirstDays));
        window.changed = Instant::startOf(std::min(first, today));
        const auto kept = Instant::parse(call.secrets().get("ordersSince").value_or(""));
        window.placed = std::min(window.changed, kept.value_or(window.changed));
        if (kept != window.placed) {
            call.transaction([&] { call.secrets().put("ordersSince", window.placed.toString()); });
        }
        return window;
    }
    /// The cursor of the page behind this place.
    Json behind(Json next) const {
        return Json::object({{"placed", placed}, {"changed", changed}, {"began", began}, {"place", next}});
    }
    /// The cursor of the next run.
    Json done() const { return Json::object({{"placed", placed}, {"changed", began}}); }

private:
    static Instant instantOf(const Json& cursor, std::string_view name) {
        const auto read = Instant::parse(textOf(cursor, name));
        if (!read) {
            throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
        }
        return *read;
    }
};

/// What comes of one order: a record, an order that is to be withdrawn, or nothing yet.
struct OrderPage {
    Json records = Json::array();
    Json removed = Json::array();

    Json with(Json cursor, bool more) && {
        Json page = pageOf(std::move(records), std::move(cursor), more);
        page.set("removed", std::move(removed));
        return page;
    }
};

} // namespace svc::connector
