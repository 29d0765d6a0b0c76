#pragma once

#include <optional>
#include <string>
#include <vector>

#include "message/rules/message.hpp"

namespace svc::it_fatturapa {

/// The result of all messages about a file, regardless of their order and of repetitions.
struct Verdict {
    enum class Outcome { None, Accepted, Rejected };
    Outcome outcome = Outcome::None;
    std::optional<Message> by; ///< the message that decides; nothing when the outcome is None
    std::string sdiId;         ///< empty until SdI has assigned one
};

/// Refused by SdI (NS), or by a public buyer (NE with EC02), even after it was delivered: rejected. Delivered
/// (RC), left for the buyer (MC), attested (AT), accepted by the buyer (NE with EC01) or not answered in time
/// (DT): accepted. Messages of receivers (MT, EC, SE) decide nothing.
Verdict verdictOf(const std::vector<Message>& messages);

/// Will no further message follow? A public buyer answers after the delivery.
bool isFinal(const std::vector<Message>& messages, bool toPublic);

/// The text of a message as an entry in the life cycle of a submission.
std::string labelOf(const Message& message);

} // namespace svc::it_fatturapa
