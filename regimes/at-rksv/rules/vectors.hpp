#pragma once

#include <svc/json.hpp>

namespace svc::at_rksv {

/// regime.at-rksv.check: `{cashBoxId}` → `{chain}` of the first receipt; `{code, signature}` → `{jws, qr,
/// chainOfNext}`; `{provider, cashBoxId, turnoverKey, publicKeys, receipts}`, the receipts of a till in their
/// order with the signatures of its unit → `{receipts: [{jws, encryptedTurnover5, verifies}]}`.
Json checkVector(const Json& given);

} // namespace svc::at_rksv
