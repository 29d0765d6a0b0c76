#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <svc/call.hpp>
#include <svc/enum_texts.hpp>

#include "file/rules/deadline.hpp"

namespace svc::pl_ksef {

enum class State {
    Made,     ///< KSeF may have it, if an answer was lost
    Sent,     ///< KSeF has taken it in a session
    Accepted, ///< it has a KSeF number
    Rejected
};
/// As stored in the database.
inline constexpr EnumTexts<State, 4> StateTexts{{"made", "sent", "accepted", "rejected"}};
constexpr std::string_view toText(State state) {
    return StateTexts.textOf(state);
}
constexpr bool fromText(std::string_view text, State& to) {
    return StateTexts.read(text, to);
}

/// A file as it is stored.
struct Record {
    std::string document; ///< identifier of the sale or credit note
    int version = 1;
    std::string environment = {};
    std::string nip = {};
    std::string number = {}; ///< P_2
    Date issued = {};        ///< P_1
    Mode mode = Mode::Online;
    std::string file = {};
    std::string digest = {};                  ///< base 64 for URLs
    std::optional<std::string> replaced = {}; ///< digest of the offline file that this one replaces
    std::optional<std::string> certificateLink = {};
    std::optional<std::string> submission = {};
    State state = State::Made;
    std::optional<std::string> session = {};
    std::optional<std::string> reference = {};
    std::optional<std::string> ksefNumber = {};
};

/// The newest file of a document; locked until the transaction ends.
std::optional<Record> findRecord(Call& call, std::string_view document);
void insertRecord(Call& call, const Record& record);
/// Stores submission, state, session, reference and KSeF number.
void updateRecord(Call& call, const Record& record);

} // namespace svc::pl_ksef
