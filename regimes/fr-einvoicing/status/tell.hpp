// Statuses that the company sends: 212 as a seller, 205, 210 and 211 as a buyer.
#pragma once

#include <string>

#include <svc/call.hpp>

#include "platform/settings.hpp"
#include "status/rules/status_message.hpp"

namespace svc::fr_einvoicing {

/// The company name in messages.
std::string companyName(Call& call);
/// Stores the status and queues its sending, unless it is stored already. `about`: sale or supplier invoice.
void tell(Call& call, const Settings& settings, const std::string& about, const std::string& cause,
          StatusMessage message);

} // namespace svc::fr_einvoicing
