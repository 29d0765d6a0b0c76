/// Orders of external shops: the feed `orders` (docs/modules/integrations.md).
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <svc/connector.hpp>
#include <svc/text.hpp>

namespace svc::connector {

/// Decimals of prices and rates that are the result of a division.
inline constexpr int PriceDigits = 10;

/// A number in the answer, which may be written as a text; anything else is refused as unreadable.
inline Decimal decimalOf(const Json& value) {
    const auto number = value.isString()   ? Decimal::parse(trim(value.text()))
                        : value.isNumber() ? Decimal::parse(value.numberText())
                                           : std::nullopt;
    if (!number) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    return *number;
}

/// The same; null and empty texts are zero.
inline Decimal decimalOrZero(const Json& value) {
    const bool empty = value.isNull() || (value.isString() && trim(value.text()).empty());
    return empty ? Decimal() : decimalOf(value);
}

/// A line of a record. `price`: per unit, in major units, after discounts; a negative one is a deduction.
inline Json shopLine(const std::optional<std::string>& sku, std::string_view label, Decimal quantity,
                     Decimal price, const std::optional<Decimal>& rate) {
    if (price.sign() < 0) {
        price = -price;
        quantity = -quantity;
    }
    return Json::object(
        {{"sku", sku}, {"label", label}, {"quantity", quantity}, {"unitPrice", price}, {"taxRate", rate}});
}

/// The orders of a page: placed since `placed` and changed since `changed`. Changes during a run are found by
/// the next run, which begins at the start of this one.
struct OrderWindow {
    Instant placed;
    Instant changed;
    Instant began;
    Json place; ///< the connector's position in the list, from which the page begins; null at the beginning

    /// Days that the first run reads.
    static constexpr int FirstDays = 30;
    /// Tolerance for differing clocks and delayed indexes of shops.
    static constexpr std::int64_t Overlap = 10 * Instant::Minute;

    /// From the input of fetch. When a person asks for orders `since` a day, older orders are still followed:
    /// the first day is stored as the secret `ordersSince`.
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
    /// The cursor of the page after this position.
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

/// The result of the orders of a page: records, and orders to withdraw; orders that are not paid yet are in
/// neither.
struct OrderPage {
    Json records = Json::array();
    Json removed = Json::array();

    Json with(Json cursor, bool more) && {
        Json page = pageOf(std::move(records), std::move(cursor), more);
        page.set("removed", std::move(removed));
        return page;
    }
};

/// Runs `read`, which reads the order with this external id. The refusal for an order that is not readable
/// names it, `integration-unreachable:answer-unreadable:<external id>`: a person can look at it in the shop.
template <class Read>
void readOrder(const std::string& externalId, const Read& read) {
    constexpr std::string_view Unreadable = "integration-unreachable:answer-unreadable";
    constexpr std::size_t LongestId = 100;
    const auto refusal = [&] {
        return ApiError(400, Unreadable, {std::string(utf8Prefix(externalId, LongestId))});
    };
    try {
        read();
    } catch (const JsonError&) {
        throw refusal();
    } catch (const ApiError& error) {
        if (error.code() != Unreadable) {
            throw;
        }
        throw refusal();
    }
}

} // namespace svc::connector
