#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <svc/call.hpp>

namespace svc::pl_ksef {

/// A session in which files are sent.
struct Session {
    std::string reference;
    std::string environment;
    std::string nip;
    Instant openedAt;
};
/// The newest open session that was opened after `since`.
std::optional<Session> openSession(Call& call, std::string_view environment, std::string_view nip,
                                   Instant since);
std::optional<Session> findSession(Call& call, std::string_view reference);
void insertSession(Call& call, const Session& session);
void closeSession(Call& call, std::string_view reference);
/// Are files of the session still being processed?
bool isWaitedFor(Call& call, std::string_view session);

} // namespace svc::pl_ksef
