#pragma once

#include "store.hpp"

namespace svc::stays {

/// The locked stay, allowed to move.
Stay requireStay(Request& request, StayId id, Move move);
/// Tells the history.
void recordMove(Call& call, const Stay& stay, Status before);
/// The stay as a route gives it, with its version.
Answer<200, Stay> answerOf(const Stay& stay);

} // namespace svc::stays
