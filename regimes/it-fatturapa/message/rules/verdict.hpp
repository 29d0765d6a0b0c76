#pragma once

#include <optional>
#include <string>
#include <vector>

#include "message/rules/message.hpp"

namespace svc::fatturapa {

/// What the messages about a file add up to, in whichever order and however often they came.
struct Verdict {
    enum class Outcome { None, Accepted, Rejected };
    Outcome outcome = Outcome::None;
    std::optional<Message> by; ///< the message that decides; nothing without outcome
    std::string sdiId;         ///< empty while SdI has named none
};

/// Refused by SdI (NS), or by a public buyer (NE with EC02), even after it was delivered: rejected. Delivered
/// (RC), left for the buyer (MC), attested (AT), accepted by the buyer (NE with EC01) or not answered in time
/// (DT): accepted. Messages of receivers (MT, EC, SE) decide nothing.
Verdict verdictOf(const std::vector<Message>& messages);

/// Will nothing follow about a file of this kind of buyer? A public one answers after the delivery.
bool isFinal(const std::vector<Message>& messages, bool toPublic);

/// The message in words, as a line of the life of a submission.
std::string labelOf(const Message& message);

} // namespace svc::fatturapa
