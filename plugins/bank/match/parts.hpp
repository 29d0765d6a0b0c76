#pragma once

#include <optional>
#include <vector>

#include "line/store/lines.hpp"

namespace svc::bank {

/// One document or movement of a match, on its way.
struct MatchPart {
    Match match;
    std::int64_t open = 0;                  ///< what the document still wants, positive
    std::optional<std::int64_t> asked;      ///< as the body says, positive
    std::size_t place = 0;                  ///< in the body
    std::optional<BankLineId> otherSide;    ///< the line of another wallet with which it is one transfer
    std::optional<WalletId> providerWallet; ///< out of which the line is a payout
    std::optional<PayoutId> payout;         ///< the payout that it is, when the provider has told of it
};

/// Reads `matches` of a body: the records exist and go in the direction of the line. Refuses with the 404 of
/// each kind, `match-direction`, `field-invalid`.
std::vector<MatchPart> partsOf(Call& call, const Line& line, const std::vector<api::MatchRequest>& given);

/// `field-invalid:matches[<place>].<field>`.
ApiError partInvalid(const MatchPart& part, std::string_view field);
/// A part that can only be taken as a whole. Refuses another amount.
void takeWhole(MatchPart& part, std::int64_t open);

/// Amounts that are not asked for: what is left of the line, at most what the document wants.
void fillAmounts(const Line& line, std::vector<MatchPart>& parts, std::int64_t writeOff);

/// Pays the document, or takes the movement as it is.
void settlePart(Call& call, const Line& line, MatchPart& part);

/// Why and when something is taken back.
struct Undoing {
    std::string reason;
    Date date;
};

/// Takes back what the match made.
void undoPart(Call& call, const Match& match, const Undoing& undoing);
void undoMovement(Call& call, TransactionId id, const Undoing& undoing);

/// Of the line, above zero.
inline std::int64_t magnitude(const Line& line) {
    return line.amount.minor() < 0 ? -line.amount.minor() : line.amount.minor();
}
inline bool isMoneyIn(const Line& line) {
    return line.amount.minor() > 0;
}

} // namespace svc::bank
