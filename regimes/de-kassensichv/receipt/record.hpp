#pragma once

#include <optional>

#include <svc/call.hpp>

#include "own_regime.hpp"
#include "receipt/draft.hpp"
#include "receipt/store.hpp"

namespace svc::kassensichv {

/// Records it behind the last receipt of the till; nothing when the document is recorded already.
/// `training`: it counts in no closing.
std::optional<Receipt> recordReceipt(Call& call, const Draft& draft, bool training);
/// The order to the TSE that a receipt is.
TseOrder orderOf(const Receipt& receipt);
/// A receipt that no submission is about: a job has it signed.
void recordAndSign(Call& call, const OwnRegime& own, const Draft& draft);

} // namespace svc::kassensichv
