#pragma once

#include <optional>
#include <vector>

#include "line/store/lines.hpp"

namespace svc::bank {

/// One document or movement of a match that is being made.
struct MatchPart {
    Match match;
    std::int64_t open = 0;                  ///< balance of the document, positive
    std::optional<std::int64_t> asked;      ///< amount given in the request, positive
    std::size_t place = 0;                  ///< index in `matches` of the request
    std::optional<BankLineId> otherSide;    ///< the line of another wallet with which it is one transfer
    std::optional<WalletId> providerWallet; ///< source wallet of the payout that the line is
    std::optional<PayoutId> payout;         ///< that payout, when the provider has reported it
};

/// Reads `matches` of a body: the records exist and go in the direction of the line. Refuses with the 404 of
/// each kind, `match-direction`, `field-invalid`.
std::vector<MatchPart> partsOf(Call& call, const Line& line, const std::vector<api::MatchRequest>& given);

/// `field-invalid:matches[<place>].<field>`.
ApiError partInvalid(const MatchPart& part, std::string_view field);
/// A part that can only be taken as a whole. Refuses another amount.
void takeWhole(MatchPart& part, std::int64_t open);

/// Fills in amounts that the request does not give: the rest of the line, at most the balance of the
/// document.
void fillAmounts(const Line& line, std::vector<MatchPart>& parts, std::int64_t writeOff);

/// Pays the document, or links the existing movement.
void settlePart(Call& call, const Line& line, MatchPart& part);

/// Reason and business date of a reversal.
struct Undoing {
    std::string reason;
    Date date;
};

/// Reverses what the match created.
void undoPart(Call& call, const Match& match, const Undoing& undoing);
void undoMovement(Call& call, TransactionId id, const Undoing& undoing);

/// Absolute amount of the line.
inline std::int64_t magnitude(const Line& line) {
    return line.amount.minor() < 0 ? -line.amount.minor() : line.amount.minor();
}
inline bool isMoneyIn(const Line& line) {
    return line.amount.minor() > 0;
}

} // namespace svc::bank
