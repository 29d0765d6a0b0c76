#pragma once

#include <string>
#include <vector>

#include "match/parts.hpp"
#include "match/suggestions.hpp"

namespace svc::bank {

/// Suggests that the line is a payout from the wallet in which a payment provider holds payments, and lists
/// the payments inside: as the provider reported them, else, when the line names provider or wallet, by the
/// movements of the wallet. `text`: all that the bank passed on, with the name of the counterparty.
void suggestPayouts(Call& call, const Line& line, const std::string& text, Suggestions& answer);

/// Is this identifier of a match a payout (`pyo_…`) or the wallet that it comes out of (`wal_…`)?
bool isPayoutId(std::string_view id);
/// Adds the part of a match that names a payout. Refuses with the 404 of an unknown record,
/// `match-direction`, `field-invalid`.
void addPayout(Call& call, const Line& line, MatchPart part, std::vector<MatchPart>& parts);
/// Transfers the money between the wallet of the provider and that of the line, and records the fees that the
/// provider reported and that are not recorded yet. The part then names the transfer.
void makePayout(Call& call, const Line& line, MatchPart& part);
/// The line was matched with a transfer that is a reported payout: links it with the payout.
void claimPayout(Call& call, const Line& line);

} // namespace svc::bank
