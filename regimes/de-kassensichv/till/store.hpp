#pragma once

#include <cstdint>

#include <svc/call.hpp>

namespace svc::kassensichv {

/// Where the numbers of a company end.
struct Till {
    std::int64_t sequence = 0;
    std::int64_t closing = 0;
    std::int64_t closedTo = 0;
};
/// Asks ahead for what lockTill will read.
void askForTill(Call& call);
/// Locked until the end of the transaction; a new one when there is none.
Till lockTill(Call& call);
void saveTill(Call& call, const Till& till);

} // namespace svc::kassensichv
