#pragma once

#include "match/parts.hpp"
#include "match/suggestions.hpp"

namespace svc::bank {

/// Suggests lines of other wallets of the company that are the other side of a transfer: the opposite amount
/// on near days, and an account or a name that is the company's own. Where the books know the transfer, it is
/// suggested in their place.
void suggestTransfers(Call& call, const Line& line, Suggestions& answer);

/// Adds the movements of transfers in the books that the line and the other one may be.
void addTransfersBetween(Call& call, const Line& line, BankLineId other, std::vector<TransactionId>& ids);

/// The part of a match that names such a line (`kind` transfer, `id` bnk_…).
void addOtherSide(Call& call, const Line& line, MatchPart part, std::vector<MatchPart>& parts);

/// Finds the one transfer that both lines are in the books, or makes it. The part then names it and the leg
/// in the wallet of the line; the other line comes back matched with the other leg.
Line makeTransfer(Call& call, const Line& line, MatchPart& part);

} // namespace svc::bank
