#pragma once

#include <optional>
#include <string_view>

#include "bindings.hpp"

namespace svc::integrations {

/// An order that has come in belongs to this account of the provider.
void keepAccountOrder(Call& call, std::string_view provider, std::string_view account,
                      std::string_view externalId);
/// The external ids of the orders of an account.
Json ordersOfAccount(Call& call, std::string_view provider, std::string_view account);
/// This account is connected now, and no other of the provider; nothing: none is.
void markAccount(Call& call, std::string_view provider, const std::optional<std::string>& account);
/// The orders of accounts that were left before.
void forgetAccountOrders(Call& call, Instant before);

} // namespace svc::integrations
