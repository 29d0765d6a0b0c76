#pragma once

#include <optional>

#include <svc/call.hpp>

#include "api/recording.hpp"

namespace svc::kassensichv {

Json describe(Call& call, const Json& input);
/// Asks ahead for what prepare reads of the till. An invoice may never come to the till: only tickets lock it
/// early.
Json askAhead(Call& call, const Json& input);
/// A receipt in the transaction of its sale, refund or cancellation; null when the till has no part in it.
Json prepare(Call& call, const Json& input);

/// Has a receipt signed that no submission is about.
void fileSigning(Call& call, const Receipt& receipt);

/// regime.de-kassensichv.send and .read: the outcome is accepted with code and words, or failed when the TSE
/// did not sign.
Json send(Call& call, const Json& input);
Json read(Call& call, const Json& input);
/// The job of fileSigning.
void sign(Call& call, const Json& payload);
/// After an outage: ends what the TSE has begun for receipts that were given out without a signature.
void releaseUnsigned(Call& call, const Json& payload);

} // namespace svc::kassensichv
