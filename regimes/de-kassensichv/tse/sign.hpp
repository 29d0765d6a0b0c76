// Has receipts signed by the TSE, outside of transactions.
#pragma once

#include <svc/call.hpp>

#include "receipt/store.hpp"

namespace svc::kassensichv {

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
