#pragma once

#include <optional>

#include <svc/call.hpp>

#include "own_regime.hpp"
#include "receipt/draft.hpp"
#include "receipt/store.hpp"

namespace svc::de_kassensichv {

/// Appends the receipt to those of the till; nothing when the document is recorded already. `training`: the
/// receipt counts in no closing.
std::optional<Receipt> recordReceipt(Call& call, const Draft& draft, bool training);
/// The TSE transaction for a receipt.
TseOrder orderOf(const Receipt& receipt);
/// Records a receipt without a fiscal submission: a job has it signed.
void recordAndSign(Call& call, const OwnRegime& own, const Draft& draft);

} // namespace svc::de_kassensichv
