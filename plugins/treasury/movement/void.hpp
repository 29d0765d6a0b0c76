#pragma once

#include "movement/store/movements.hpp"

namespace svc::treasury {

/// Undoes such a movement, with `transaction.voided`. Refuses one that belongs to a document.
Transaction voidMovement(Call& call, TransactionId id, std::string reason, const std::optional<Date>& date);

/// History and `transaction.voided` of a movement and the one that undid it.
void tellVoided(Call& call, const Transaction& voided, const Transaction& back);

} // namespace svc::treasury
