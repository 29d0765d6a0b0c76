#pragma once

#include <string_view>

#include <svc/enum_texts.hpp>

namespace svc::fr_einvoicing {

/// The progress of a status or a report on its way to the platform.
enum class SendingState {
    Empty,    ///< an empty report, which is not sent
    Waiting,  ///< to be sent
    Sent,     ///< the platform has it and has not acknowledged it yet
    Accepted, ///< by the platform
    Refused,  ///< by the platform
    Dropped   ///< a status that was withdrawn before it was sent
};

inline constexpr EnumTexts<SendingState, 6> SendingStateTexts{
    {"empty", "waiting", "sent", "accepted", "refused", "dropped"}};
constexpr std::string_view toText(SendingState state) {
    return SendingStateTexts.textOf(state);
}
constexpr bool fromText(std::string_view text, SendingState& to) {
    return SendingStateTexts.read(text, to);
}

} // namespace svc::fr_einvoicing
