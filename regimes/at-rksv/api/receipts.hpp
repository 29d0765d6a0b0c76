#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <svc/call.hpp>

namespace svc::rksv {

inline constexpr std::string_view RegimeId = "at-rksv";

/// The key of the turnover, 32 bytes; nothing before the first receipt.
std::optional<std::string> keptTurnoverKey(Call& call);

Json describe(Call& call, const Json& input);
/// Whether the till has its first receipt, by which it is registered, and a signature unit that works.
Json ready(Call& call, const Json& input);
/// The end of the chain comes with the duties of the company.
Json askAhead(Call& call, const Json& input);
/// A receipt in the transaction of its sale, refund or cancellation.
Json prepare(Call& call, const Json& input);
/// The first receipt of a till, and that of each month, also where nothing is sold.
void closeMonth(Call& call, const Json& payload);

} // namespace svc::rksv
