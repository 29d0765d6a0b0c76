#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "recurring/rules/recurring_sale.hpp"

namespace svc::sales {

struct RecurringPage {
    std::vector<RecurringSale> rows;
    std::int64_t count = 0; ///< of all that match
};
/// Newest first.
RecurringPage findRecurring(Call& call, const api::ListRecurringSalesParameters& parameters);

std::optional<RecurringSale> findRecurring(Call& call, RecurringSaleId id);
/// The same, locked until the commit.
std::optional<RecurringSale> lockRecurring(Call& call, RecurringSaleId id);

void insertRecurring(Call& call, const RecurringSale& sale);
/// Queues all changeable columns of the locked recurring sale; increments the version.
void updateRecurring(Call& call, RecurringSale& sale);

/// The due recurring sales, with the day of their next occurrence.
std::vector<std::pair<RecurringSaleId, Date>> dueRecurring(Call& call, Date today);

} // namespace svc::sales
