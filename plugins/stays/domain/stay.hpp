#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <svc/currency.hpp>
#include <svc/date.hpp>
#include <svc/decimal.hpp>
#include <svc/id.hpp>

namespace svc::stays {

/// Somebody sleeps in a unit from the arrival to the departure.
struct Stay {
    Uuid id;
    std::string status = "booked"; ///< booked, checked_in, checked_out or cancelled
    std::string unit;
    std::optional<Uuid> partnerId;
    std::string partnerName;
    Date arrival;
    Date departure;
    std::int64_t guests = 1;
    std::optional<Uuid> itemId;
    std::optional<Decimal> unitPrice; ///< a night, in minor units; else the item's price
    Currency currency;
    std::optional<std::string> note;
    std::optional<Instant> checkedInAt;
    std::optional<Instant> checkedOutAt;
    std::optional<Instant> cancelledAt;
    std::optional<Uuid> saleId;
    std::int64_t version = 1;
    Instant createdAt;
    Instant updatedAt;
    std::optional<std::string> createdByKind;
    std::optional<Uuid> createdById;

    std::int64_t nights() const { return departure.days() - arrival.days(); }
};

/// The longest stay; more is a slip of the pen.
inline constexpr std::int64_t MaxNights = 366;

enum class Move { CheckIn = 1, CheckOut, Cancel };

/// booked → checked_in → checked_out; booked → cancelled.
bool isAllowed(const Stay& stay, Move move);

} // namespace svc::stays
