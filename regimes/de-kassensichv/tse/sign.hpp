// Lets the TSE sign receipts, outside of transactions.
#pragma once

#include <svc/call.hpp>

#include "receipt/store.hpp"

namespace svc::kassensichv {

/// Queues the signing of a receipt that has no fiscal submission.
void fileSigning(Call& call, const Receipt& receipt);

/// regime.de-kassensichv.send and .read: the outcome is `accepted` with the QR code and the printed lines, or
/// `failed` when the TSE did not sign.
Json send(Call& call, const Json& input);
Json read(Call& call, const Json& input);
/// The job of fileSigning.
void sign(Call& call, const Json& payload);
/// After an outage: cancels the transactions that the TSE began for receipts issued without a signature.
void releaseUnsigned(Call& call, const Json& payload);

} // namespace svc::kassensichv
