#pragma once

#include <string>
#include <vector>

#include "regime/store.hpp"

namespace svc::compliance {

/// What the API shows of the key in a setting, by the facts that are kept of it.
api::FiscalCertificate shownCertificate(const std::string& setting, const Json& facts);
/// Of the keys of a regime, by setting.
std::vector<api::FiscalCertificate> certificatesOf(const RegimeSettings& own);

} // namespace svc::compliance
