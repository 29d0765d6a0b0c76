#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/call.hpp>
#include <svc/http.hpp>

namespace svc::stock {

struct CountLine {
    Uuid itemId;
    std::optional<std::string> lot;
    Decimal counted;
    std::optional<Decimal> expected;   ///< read when the count is validated
    std::optional<std::int64_t> value; ///< of the difference, minor units
};

/// A physical count of a location.
struct Count {
    Uuid id;
    Uuid locationId;
    std::string status = "draft";
    Date date;
    std::optional<std::string> note;
    std::vector<CountLine> lines;
    std::int64_t version = 1;
    Instant createdAt;
    Instant updatedAt;
    std::optional<std::string> createdByKind;
    std::optional<Uuid> createdById;
};

struct CountFilter {
    DateRange dates;
    std::optional<Uuid> locationId;
    std::vector<std::string> statuses;
    bool lines = false;
    bool oldestFirst = false;
};

struct CountPage {
    std::vector<Count> counts;
    std::int64_t total = 0;
};

CountPage listCounts(Call& call, const CountFilter& filter, const ArrayPage& page);
/// With its lines, locked until the end of the transaction.
std::optional<Count> lockCount(Call& call, const Uuid& id);
void insertCount(Call& call, const Count& count);
/// Status, date and version, and with `lines` what was expected and what the differences are worth.
void updateCount(Call& call, const Count& count, bool lines);

} // namespace svc::stock
