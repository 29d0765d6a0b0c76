#pragma once

#include <string>

#include <svc/call.hpp>

namespace svc::fr_einvoicing {

/// YYYYMMDDHHMMSS in the time zone of the company.
std::string localTime(Call& call);
/// `YYYY-MM-DD HH:MM:SS` in the time zone of the company as an instant.
Instant instantOf(Call& call, const std::string& localTime);

} // namespace svc::fr_einvoicing
