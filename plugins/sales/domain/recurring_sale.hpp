#pragma once

#include <optional>
#include <string>

#include <svc/id.hpp>
#include <svc/json.hpp>

#include "domain/recurrence.hpp"

namespace svc::sales {

/// A sale that is made again and again.
struct RecurringSale {
    Uuid id;
    std::string state = "active"; ///< active, paused or ended (final)
    Json body;                    ///< body of a creation, in major units, without dates
    std::optional<Uuid> partnerId;
    Recurrence recurrence;
    std::optional<int> maxCount;
    bool send = false;
    std::optional<Date> nextOn; ///< nothing once it has ended
    std::optional<Date> lastOn;
    std::optional<Uuid> lastSaleId;
    int count = 0;
    /// Why the sale that is due could not be made, at the last try: the code of the refusal.
    struct Failure {
        Instant at;
        std::string code;
    };
    std::optional<Failure> lastError;
    std::int64_t version = 1;
    Instant createdAt;
    Instant updatedAt;
    std::optional<std::string> createdByKind;
    std::optional<Uuid> createdById;
};

/// Sets `nextOn` to the first occurrence on or after `from`; ends it when there is none, or when there are
/// enough.
void schedule(RecurringSale& sale, Date from);

} // namespace svc::sales
