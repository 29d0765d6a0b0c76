#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace svc::fr_einvoicing {

/// How far a status or a report has come on its way to the platform.
enum class SendingState {
    Empty,    ///< a report of nothing, which is not sent
    Waiting,  ///< to be sent
    Sent,     ///< the platform has it and has not said yet what it makes of it
    Accepted, ///< by the platform
    Refused,  ///< by the platform
    Dropped   ///< a status of what was taken back before it was sent
};

inline constexpr std::array<std::string_view, 6> SendingStateTexts = {"empty",    "waiting", "sent",
                                                                      "accepted", "refused", "dropped"};

constexpr std::string_view toText(SendingState state) {
    return SendingStateTexts[static_cast<std::size_t>(state)];
}
constexpr bool fromText(std::string_view text, SendingState& to) {
    for (std::size_t i = 0; i < SendingStateTexts.size(); ++i) {
        if (SendingStateTexts[i] == text) {
            to = static_cast<SendingState>(i);
            return true;
        }
    }
    return false;
}

} // namespace svc::fr_einvoicing
