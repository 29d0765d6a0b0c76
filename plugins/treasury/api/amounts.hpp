#pragma once

#include <svc/call.hpp>

namespace svc::treasury {

/// `{ "amount": <minor units>, "currency": "<code>" }`, as in events.
Json amountJson(std::int64_t minor, Currency currency);

/// A number in major units as minor units; `field-invalid:<path>` with too many decimals.
std::int64_t minorAt(const Json& number, std::string_view path, Currency currency);

/// A number of a body in major units, as minor units; `field-invalid:<field>` with too many decimals.
std::int64_t minorOf(const Json& body, std::string_view field, Currency currency);

/// The business date of a body, today when there is none, not locked and not in the future.
Date businessDate(Call& call, const Json& body);

/// Puts who asks and when into a record.
template <typename Record>
void stamp(Call& call, Record& record) {
    record.createdAt = record.updatedAt = call.now().truncatedToMillis();
    const Actor actor = call.actor();
    if (const auto kind = actor.kindText()) {
        record.createdByKind = std::string(*kind);
    }
    record.createdById = actor.optionalId();
}

} // namespace svc::treasury
