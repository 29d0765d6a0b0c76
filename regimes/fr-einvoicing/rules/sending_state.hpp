#pragma once

#include <string_view>

#include <svc/enum_texts.hpp>

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

inline constexpr EnumTexts<SendingState, 6> SendingStateTexts{
    {"empty", "waiting", "sent", "accepted", "refused", "dropped"}};
constexpr std::string_view toText(SendingState state) {
    return SendingStateTexts.textOf(state);
}
constexpr bool fromText(std::string_view text, SendingState& to) {
    return SendingStateTexts.read(text, to);
}

} // namespace svc::fr_einvoicing
