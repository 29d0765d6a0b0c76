#pragma once

#include <string_view>

#include <svc/call.hpp>

namespace svc::kassensichv {

/// Remembers until the end of the transaction that a payment stands on the receipt of its sale, which the
/// transaction has just recorded: it settles no claim, and nothing has to be read to know it.
void notePaidWithSale(Call& call, std::string_view payment);
bool wasPaidWithSale(Call& call, std::string_view payment);

} // namespace svc::kassensichv
