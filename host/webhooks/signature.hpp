#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace svc::host::webhooks {

/// The secrets that sign a delivery: the newest first, and the previous one while both are valid.
using Secrets = std::vector<std::string>;

/// The value of Svc-Signature: `t=<unix seconds>,v1=<hex HMAC-SHA-256 of "t.body">`, keyed with the whole
/// secret; one `v1` for each secret.
std::string signatureHeader(const Secrets& secrets, std::int64_t unixSeconds, std::string_view body);

/// The value of webhook-signature (Standard Webhooks 1.0): `v1,<base64 HMAC-SHA-256 of "id.t.body">`, keyed
/// with the bytes that the base 64 behind `whsec_` stands for; one for each secret, separated by blanks.
std::string standardSignature(const Secrets& secrets, std::string_view id, std::int64_t unixSeconds,
                              std::string_view body);

} // namespace svc::host::webhooks
