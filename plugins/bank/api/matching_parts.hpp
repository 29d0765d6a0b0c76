#pragma once

#include <optional>
#include <vector>

#include <svc/call.hpp>

#include "store/line_store.hpp"

namespace svc::bank {

/// One document or movement of a match, on its way.
struct MatchPart {
    Match match;
    std::int64_t open = 0;              ///< what the document still wants, positive
    std::optional<std::int64_t> asked;  ///< as the body says, positive
    std::size_t place = 0;              ///< in the body
    std::optional<Uuid> otherSide;      ///< the line of another wallet with which it is one transfer
    std::optional<Uuid> providerWallet; ///< out of which the line is a payout
    std::optional<Uuid> payout;         ///< the payout that it is, when the provider has told of it
};

/// Reads `matches` of a body: the records exist and go in the direction of the line. Refuses with the 404 of
/// each kind, `match-direction`, `field-invalid`.
std::vector<MatchPart> partsOf(Call& call, const Line& line, const Json& given);

/// Amounts that are not asked for: what is left of the line, at most what the document wants.
void fillAmounts(const Line& line, std::vector<MatchPart>& parts, std::int64_t writeOff);

/// Pays the document, or takes the movement as it is.
void settlePart(Call& call, const Line& line, MatchPart& part);

/// Takes back what settlePart or a write-off made. `undoing`: { reason, date }.
void undoPart(Call& call, const Match& match, const Json& undoing);

} // namespace svc::bank
