#pragma once

#include "regime/store.hpp"

namespace svc::compliance {

/// A sealing regime was set, under lockJournal(): turns recording on or off and records it. A company that
/// never sealed has nothing to record before a regime is enabled.
void recordSettings(Call& call, const RegimeSettings& regime);

} // namespace svc::compliance
