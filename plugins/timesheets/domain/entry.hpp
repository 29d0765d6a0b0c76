#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/currency.hpp>
#include <svc/date.hpp>
#include <svc/decimal.hpp>
#include <svc/id.hpp>

namespace svc::timesheets {

/// Hours that somebody has worked. Rate and amount are minor units.
struct Entry {
    Uuid id;
    std::optional<std::string> externalId;
    std::optional<std::string> source;
    std::optional<Uuid> partnerId;
    std::string partnerName;
    std::optional<std::string> person;
    std::optional<std::string> project;
    std::optional<std::string> description;
    Date date;
    std::int64_t minutes = 0;
    std::optional<Instant> startedAt;
    std::optional<Instant> endedAt;
    Decimal hourlyRate;
    std::int64_t amount = 0;
    Currency currency;
    bool billable = true;
    std::vector<std::string> tags;
    bool billed = false;
    std::optional<Uuid> saleId;
    std::int64_t version = 1;
    Instant createdAt;
    Instant updatedAt;
    std::optional<std::string> createdByKind;
    std::optional<Uuid> createdById;
};

/// minutes × rate / 60, rounded half away from zero; nothing when it is out of range.
std::optional<std::int64_t> worthOf(std::int64_t minutes, const Decimal& hourlyRate);

/// Whole minutes between two instants, rounded half up; nothing when the end is before the start.
std::optional<std::int64_t> minutesBetween(Instant start, Instant end);

} // namespace svc::timesheets
