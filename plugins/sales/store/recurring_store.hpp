#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <svc/call.hpp>

#include "domain/recurring_sale.hpp"

namespace svc::sales {

struct RecurringFilter {
    std::optional<std::vector<std::string>> states;
    std::optional<std::vector<Uuid>> partners;
};

/// Newest first, and the number of all that match.
std::pair<std::vector<RecurringSale>, std::int64_t> listRecurring(Call& call, const RecurringFilter& filter,
                                                                  std::int64_t limit, std::int64_t offset);

std::optional<RecurringSale> findRecurring(Call& call, const Uuid& id);

/// The same, locked until the commit.
std::optional<RecurringSale> lockRecurring(Call& call, const Uuid& id);

void insertRecurring(Call& call, const RecurringSale& sale);

/// Queues everything that may have changed in the locked one; the version grows.
void updateRecurring(Call& call, RecurringSale& sale);

/// What is due, with the day of its next occurrence.
std::vector<std::pair<Uuid, Date>> dueRecurring(Call& call, Date today);

} // namespace svc::sales
