#pragma once

#include "store.hpp"

namespace svc::stays {

/// Locks the stay and requires that it allows the move.
Stay requireStay(Request& request, StayId id, Move move);
/// Writes the history.
void recordMove(Call& call, const Stay& stay, Status before);
/// The stay as the response of a route, with its version.
Answer<200, Stay> answerOf(const Stay& stay);

} // namespace svc::stays
