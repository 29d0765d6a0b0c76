#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace svc::host::webhooks {

/// The value of Svc-Signature: `t=<unix seconds>,v1=<hex HMAC-SHA-256 of "t.body">`, keyed with the whole
/// secret.
std::string signatureHeader(std::string_view secret, std::int64_t unixSeconds, std::string_view body);

} // namespace svc::host::webhooks
