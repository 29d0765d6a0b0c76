#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/call.hpp>

#include "rules/sending_state.hpp"

namespace svc::fr_einvoicing {

/// A status that the company sends.
struct OutgoingStatus {
    Uuid id = {};
    std::string about = {}; ///< sale or supplier invoice
    std::string code = {};
    std::string cause = {};
    std::string message = {}; ///< CDAR
    SendingState state = SendingState::Waiting;
    std::optional<std::string> flow = {};
};
/// False when this status is stored already.
bool insertStatus(Call& call, const OutgoingStatus& status);
std::optional<OutgoingStatus> lockStatus(Call& call, const Uuid& id);
std::optional<OutgoingStatus> findStatus(Call& call, const std::string& about, std::string_view code,
                                         const std::string& cause);
void updateStatus(Call& call, const OutgoingStatus& status, const std::optional<std::string>& error = {});
/// Statuses that the platform has not acknowledged yet, oldest first, at most 100.
std::vector<OutgoingStatus> sentStatuses(Call& call);

} // namespace svc::fr_einvoicing
