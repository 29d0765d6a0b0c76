#pragma once

#include <string_view>

#include <svc/call.hpp>

namespace svc::de_kassensichv {

/// Remembers, until the end of the transaction, that a payment is on the receipt of its sale, which the same
/// transaction has just recorded. Such a payment settles no receivable, and no query is needed to know it.
void notePaidWithSale(Call& call, std::string_view payment);
bool wasPaidWithSale(Call& call, std::string_view payment);

} // namespace svc::de_kassensichv
