// The signing key of a regime, which the module compliance stores.
#pragma once

#include <optional>
#include <string>

#include <svc/call.hpp>
#include <svc/encoding.hpp>

#include "keys/held_key.hpp"

namespace svc::keys {

/// The key in the setting `name` of the regime, of any algorithm. It signs through `fiscal.sign`, which the
/// plugin must name under `commands.uses`. Nothing when there is no key, its certificate is not valid now or
/// the regime is not enabled. Valid only during the call.
inline std::optional<HeldKey> companyKey(Call& call, const std::string& regime, const std::string& name) {
    const auto ask = [&call, regime, name](std::string_view algorithm, std::string_view data) {
        return call.command(
            "fiscal.sign",
            Json::object(
                {{"regime", regime}, {"key", name}, {"algorithm", algorithm}, {"data", base64Encode(data)}}));
    };
    for (const char* algorithm : {"RS256", "ES256", "ES384"}) {
        // `fiscal.sign` returns the certificate only with a signature, so a dummy text is signed. It is
        // needed first, since the signed attributes name it.
        if (const auto chain = ask(algorithm, "certificate").optionalText("chainPem")) {
            return HeldKey{.chainPem = *chain, .sign = [ask](std::string_view by, std::string_view data) {
                               const auto signature = ask(by, data).optionalText("signature");
                               return signature ? base64Decode(*signature).value_or(std::string())
                                                : std::string();
                           }};
        }
    }
    return std::nullopt;
}

} // namespace svc::keys
