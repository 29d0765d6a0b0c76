#pragma once

#include <string>
#include <vector>

#include "match/parts.hpp"
#include "match/suggestions.hpp"

namespace svc::bank {

/// Suggests that the line is a payout of a provider out of the wallet of its payments, and names the payments
/// inside: by what the provider has told, else, when the line names provider or wallet, by the movements of
/// the wallet. `text`: all that the bank passed on, with the name of the other side.
void suggestPayouts(Call& call, const Line& line, const std::string& text, Suggestions& answer);

/// Is this identifier of a match a payout (`pyo_…`) or the wallet that it comes out of (`wal_…`)?
bool isPayoutId(std::string_view id);
/// The part of a match that names one. Refuses with the 404 of what is unknown, `match-direction`,
/// `field-invalid`.
void addPayout(Call& call, const Line& line, MatchPart part, std::vector<MatchPart>& parts);
/// Transfers the money between the wallet of the provider and that of the line, and records the fees that the
/// provider has told and that are not in the books yet. The part then names the transfer.
void makePayout(Call& call, const Line& line, MatchPart& part);
/// The line was matched with a transfer that is a payout of which a provider has told: that is taken.
void claimPayout(Call& call, const Line& line);

} // namespace svc::bank
