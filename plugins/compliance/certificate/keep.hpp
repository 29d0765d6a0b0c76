#pragma once

#include <string>
#include <string_view>

#include "regime/known.hpp"

namespace svc::compliance {

/// Its name among the secrets of this plugin.
std::string secretOf(std::string_view regime, std::string_view setting);

/// Keeps the private key of a file (PEM, or PKCS #12 in base 64) as a secret and what its certificate says
/// with the settings. Refuses what is neither, or another password, with field-invalid:settings.<setting>.
void keepKey(Call& call, const Regime& regime, const std::string& setting, const std::string& file,
             const std::string& password, RegimeSettings& own);

/// Takes a secret setting away.
void forgetSecret(Call& call, const Regime& regime, const std::string& setting, RegimeSettings& own);

} // namespace svc::compliance
