#pragma once

#include "movement/store/movements.hpp"

namespace svc::treasury {

/// Reverses a movement that belongs to no document, with `transaction.voided`. Refuses any other.
Transaction voidMovement(Call& call, TransactionId id, std::string reason, const std::optional<Date>& date);

/// Writes history and `transaction.voided` for a movement and its reversal.
void tellVoided(Call& call, const Transaction& voided, const Transaction& back);

} // namespace svc::treasury
