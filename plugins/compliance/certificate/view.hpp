#pragma once

#include <string>
#include <vector>

#include "regime/store.hpp"

namespace svc::compliance {

/// The key in a setting as the API shows it, by its stored facts.
api::FiscalCertificate shownCertificate(const std::string& setting, const Json& facts);
/// The keys of a regime, by setting.
std::vector<api::FiscalCertificate> certificatesOf(const RegimeSettings& own);

} // namespace svc::compliance
