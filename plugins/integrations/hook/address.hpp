#pragma once

#include <string>
#include <string_view>

#include "bindings.hpp"

namespace svc::integrations {

/// The address at which the provider calls this company: /hooks/{provider}/{companyId}/{token}. Its secret is
/// created once.
std::string hookUrl(Call& call, std::string_view provider);
/// Is this the token of that address?
bool isTokenOf(Call& call, std::string_view provider, std::string_view given);
/// 32 cryptographically random bytes.
std::string randomBytes();
/// For a provider with one address for all accounts: routes its calls for the account, `{ id }` or null for
/// none, to this company. Calls for the previous account are still accepted for 90 days.
void tellAccount(Call& call, std::string_view provider, const Json& account);
/// Invalidates the address.
void forgetHook(Call& call, std::string_view provider);

} // namespace svc::integrations
