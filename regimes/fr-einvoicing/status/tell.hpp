// Statuses that the company tells: 212 as a seller, 205, 210 and 211 as a buyer.
#pragma once

#include <string>

#include <svc/call.hpp>

#include "platform/settings.hpp"
#include "status/rules/status_message.hpp"

namespace svc::fr_einvoicing {

/// As it stands in messages.
std::string companyName(Call& call);
/// Keeps the status and has it sent, unless it was told already. `about`: sale or supplier invoice.
void tell(Call& call, const Settings& settings, const std::string& about, const std::string& cause,
          StatusMessage message);

} // namespace svc::fr_einvoicing
