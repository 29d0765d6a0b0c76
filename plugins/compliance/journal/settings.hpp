#pragma once

#include "regime/store.hpp"

namespace svc::compliance {

/// Records the change of a regime's settings and turns sealing on or off; to be called under lockJournal(). A
/// company that never sealed has nothing to record before a regime is enabled.
void recordSettings(Call& call, const RegimeSettings& regime);

} // namespace svc::compliance
