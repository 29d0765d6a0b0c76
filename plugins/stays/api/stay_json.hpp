#pragma once

#include <svc/call.hpp>

#include "domain/stay.hpp"

namespace svc::stays {

/// The stay read back.
Json stayJson(const Stay& stay);

// Events with exactly the data of the catalogue. The host adds `actor`.
void emitCheckedIn(Call& call, const Stay& stay);
/// `total`: { amount, currency } of the sale.
void emitCheckedOut(Call& call, const Stay& stay, const Json& total);

} // namespace svc::stays
