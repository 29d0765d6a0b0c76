/// Identities of accounts whose provider names none.
#pragma once

#include <string>
#include <string_view>

#include <svc/connector.hpp>

namespace svc::connector {

/// The identifier of the account to which a stored secret belongs: the same for the same secret, which cannot
/// be computed from it. `secret`: the name of one that is random, and that every connection of the account
/// has.
inline std::string identityFrom(Call& call, std::string_view secret) {
    constexpr std::size_t Length = 32;
    const auto code = call.secrets().hmac(Secrets::Hmac::Sha256, secret, {"account"});
    return hexEncode(code.value()).substr(0, Length);
}

} // namespace svc::connector
