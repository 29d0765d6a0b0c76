/// Webhook signatures with a timestamp.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <svc/connector.hpp>

namespace svc::connector {

/// Refuses a call with `signature-invalid` unless its header is `t=<seconds>,<name>=<signature>` with a
/// time within five minutes of now. The signature is the HMAC-SHA256, in hexadecimal, of the seconds,
/// `separator` and the raw body under the secret `webhook`. The header has several signatures during a
/// rotation of the secret.
inline void requireTimedSignature(Call& call, const IncomingCall& incoming, std::string_view header,
                                  std::string_view name, std::string_view separator) {
    constexpr std::int64_t Tolerance = 300; // seconds
    const std::string sent = incoming.header(header);
    const std::vector<std::string> times = signatureValues(sent, "t");
    const std::vector<std::string> signatures = signatureValues(sent, name);
    const auto fits = [&](const std::string& signature) {
        return call.secrets().matches(Secrets::Hmac::Sha256, "webhook",
                                      {times[0], separator, incoming.body()}, Secrets::Encoding::Hex,
                                      signature);
    };
    if (times.size() != 1 || !isRecent(times[0], call.now(), Tolerance) ||
        std::none_of(signatures.begin(), signatures.end(), fits)) {
        throw ApiError(400, "signature-invalid");
    }
}

} // namespace svc::connector
