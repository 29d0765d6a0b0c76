#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bindings.hpp"

namespace svc::integrations {

/// Notes that a received order belongs to this account of the provider.
void keepAccountOrder(Call& call, std::string_view provider, std::string_view account,
                      std::string_view externalId);
/// The external ids of the orders of an account.
std::vector<std::string> ordersOfAccount(Call& call, std::string_view provider, std::string_view account);
/// Marks this account as the connected one, and no other of the provider; nothing: none is connected.
void markAccount(Call& call, std::string_view provider, const std::optional<std::string>& account);
/// Deletes the orders of accounts that were disconnected before.
void forgetAccountOrders(Call& call, Instant before);

} // namespace svc::integrations
