#pragma once

#include <string_view>

#include "regime/known.hpp"

namespace svc::compliance {

/// Shown in place of the value of a secret setting.
inline constexpr std::string_view Hidden = "***";

/// A regime as the API shows it; `own`: what the company has set, nullptr when it has set nothing.
api::FiscalRegime regimeOf(const Regime& regime, const RegimeSettings* own, const RegimeCounts& counts);

} // namespace svc::compliance
