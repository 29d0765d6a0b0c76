#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <svc/call.hpp>

namespace svc::de_kassensichv {

/// Closes the till (Z report): the receipts after the last closing up to `last`, or all of them. Does nothing
/// when there are no such receipts. The business day is that of the last receipt.
void makeClosing(Call& call, const Json& settings, const std::optional<std::string>& session,
                 std::optional<std::int64_t> last = std::nullopt);

} // namespace svc::de_kassensichv
