#pragma once

#include "host/core/catalogue.hpp"

#include <svc/json.hpp>

namespace svc::host::api {

/// Names the fields of companies that the contract of the host itself declares.
void addCompanyFieldNames(Catalogue& catalogue, const Json& contract);

/// The contract of the host with the settings of companies that plugins declare: bodies may have them, and
/// every company shows them.
Json withCompanySettings(Json contract, const CompanySettings& settings);

} // namespace svc::host::api
