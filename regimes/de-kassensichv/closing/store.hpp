#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <svc/call.hpp>

namespace svc::de_kassensichv {

struct Closing {
    std::int64_t number = 0;
    Instant closedAt;
    std::string closedLocal;
    Date date; ///< business day
    std::int64_t first = 0;
    std::int64_t last = 0;
    std::optional<std::string> session;
    Json master;
};
void insertClosing(Call& call, const Closing& closing);
std::vector<Closing> closingsOf(Call& call, Date from, Date to);
/// The last receipt before an instant that is in no closing yet.
std::optional<std::int64_t> lastOpenBefore(Call& call, Instant before, std::int64_t closedTo);
/// When a receipt was recorded.
Instant recordedAt(Call& call, std::int64_t sequence);

} // namespace svc::de_kassensichv
