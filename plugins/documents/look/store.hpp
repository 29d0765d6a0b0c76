#pragma once

#include <svc/call.hpp>

#include "pdf/compose.hpp"

namespace svc::documents {

struct StoredLook {
    Look look;
    std::int64_t version = 0; ///< 0: never set
};

StoredLook findLook(Call& call);
void saveLook(Call& call, const StoredLook& look);

} // namespace svc::documents
