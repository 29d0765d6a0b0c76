#pragma once

#include "match/parts.hpp"
#include "match/suggestions.hpp"

namespace svc::bank {

/// Suggests lines of other wallets of the company that are the other side of a transfer: the opposite amount
/// on near days, and an account or a name that is the company's own. A transfer that is already recorded is
/// suggested instead.
void suggestTransfers(Call& call, const Line& line, Suggestions& answer);

/// Adds the movements of recorded transfers that the two lines may be the sides of.
void addTransfersBetween(Call& call, const Line& line, BankLineId other, std::vector<TransactionId>& ids);

/// Adds the part of a match that names a line of another wallet (`kind` transfer, `id` bnk_…).
void addOtherSide(Call& call, const Line& line, MatchPart part, std::vector<MatchPart>& parts);

/// Finds the recorded transfer of both lines, or creates it. The part then names it and its movement in the
/// wallet of the line; the other line is returned, matched with the other movement.
Line makeTransfer(Call& call, const Line& line, MatchPart& part);

} // namespace svc::bank
