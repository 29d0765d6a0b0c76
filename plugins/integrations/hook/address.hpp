#pragma once

#include <string>
#include <string_view>

#include "bindings.hpp"

namespace svc::integrations {

/// Where the provider calls this company: /hooks/{provider}/{companyId}/{token}. Its secret is made once.
std::string hookUrl(Call& call, std::string_view provider);
/// Is this the token of that address?
bool isTokenOf(Call& call, std::string_view provider, std::string_view given);
/// 32 bytes that nobody can guess.
std::string randomBytes();
/// Where the provider has one address for all accounts: its calls for the account, `{ id }` or null for none,
/// are for this company. Those about the account of before still come, for 90 days.
void tellAccount(Call& call, std::string_view provider, const Json& account);
/// The address is no good any more.
void forgetHook(Call& call, std::string_view provider);

} // namespace svc::integrations
