#pragma once

#include "bindings.hpp"
#include "rules/stay.hpp"

namespace svc::stays {

/// Emits `stay.checked_in` for a stay that is checked in.
void emitCheckedIn(Call& call, const Stay& stay);

} // namespace svc::stays
