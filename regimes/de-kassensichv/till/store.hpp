#pragma once

#include <cstdint>

#include <svc/call.hpp>

namespace svc::de_kassensichv {

/// The last numbers of a company's receipts and closings.
struct Till {
    std::int64_t sequence = 0;
    std::int64_t closing = 0;
    std::int64_t closedTo = 0;
};
/// Prefetches what lockTill will read.
void askForTill(Call& call);
/// Locked until the end of the transaction; created when the company has none.
Till lockTill(Call& call);
void saveTill(Call& call, const Till& till);

} // namespace svc::de_kassensichv
