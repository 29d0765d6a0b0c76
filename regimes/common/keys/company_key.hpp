// The signing key of a regime, which the module compliance stores.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <svc/encoding.hpp>

#include "keys/held_key.hpp"

namespace svc::keys {

/// A key of the company, of any algorithm. `ask` signs a text of base 64 by the command `fiscal.sign` of the
/// module compliance and returns its output. Nothing when there is no key, its certificate is not valid now
/// or the regime is not enabled. Valid only during the call.
template <class Ask>
std::optional<HeldKey> companyKey(Ask ask) {
    for (const char* algorithm : {"RS256", "ES256", "ES384"}) {
        // `fiscal.sign` returns the certificate only with a signature, so a dummy text is signed. It is
        // needed first, since the signed attributes name it.
        if (const auto chain = ask(algorithm, base64Encode("certificate")).chainPem) {
            return HeldKey{.chainPem = *chain, .sign = [ask](std::string_view by, std::string_view data) {
                               const auto signature = ask(by, base64Encode(data)).signature;
                               return signature ? base64Decode(*signature).value_or(std::string())
                                                : std::string();
                           }};
        }
    }
    return std::nullopt;
}

} // namespace svc::keys
