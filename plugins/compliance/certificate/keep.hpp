#pragma once

#include <string>
#include <string_view>

#include "regime/known.hpp"

namespace svc::compliance {

/// The name of the key among the secrets of this plugin.
std::string secretOf(std::string_view regime, std::string_view setting);

/// Stores the private key of a file (PEM, or PKCS #12 in base 64) as a secret, and the facts of its
/// certificate with the settings. Refuses any other file, and a wrong password, with
/// field-invalid:settings.<setting>.
void keepKey(Call& call, const Regime& regime, const std::string& setting, const std::string& file,
             const std::string& password, RegimeSettings& own);

/// Removes a secret setting.
void forgetSecret(Call& call, const Regime& regime, const std::string& setting, RegimeSettings& own);

} // namespace svc::compliance
