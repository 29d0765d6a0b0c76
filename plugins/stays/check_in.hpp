#pragma once

#include "rules/stay.hpp"

namespace svc::stays {

/// `stay.checked_in`, of a stay that is.
void emitCheckedIn(Call& call, const Stay& stay);

} // namespace svc::stays
