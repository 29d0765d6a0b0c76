#pragma once

#include <optional>
#include <string>

#include <svc/call.hpp>
#include <svc/tally.hpp>

#include "domain/sale.hpp"

namespace svc::sales {

/// Sales with a balance by the day on which they are due: see migration 0014.
inline constexpr ListTally DueTally("sales", "due");

/// What a sale adds to the counts and sums of lists, under the states that it has now.
struct Tally {
    std::string key; ///< tells its row from others of the day
    Date date;
    Uuid businessUnit;
    std::string kind;
    std::string channel;
    std::string status;
    std::string paymentStatus;
    std::string deliveryStatus;
    std::string fiscalStatus;
    std::int64_t documents = 1;
    std::int64_t subtotal = 0;
    std::int64_t tax = 0;
    std::int64_t total = 0;
    std::int64_t paid = 0;
    std::int64_t balance = 0;
    std::optional<Date> due; ///< when a balance is left
};
/// Taken before a sale is changed.
Tally tallyOf(const Sale& sale);

/// Queues, as late writes, that a new sale is counted.
void addToDay(Call& call, const Sale& sale);

/// Queues, as late writes, what a change of the sale is to the counts and sums.
void moveTally(Call& call, Tally before, const Sale& sale);

/// Sales recorded in the month of `today`: what the plan limits.
std::int64_t recordedInMonth(Call& call, Date today);

} // namespace svc::sales
