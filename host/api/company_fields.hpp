#pragma once

#include "host/auth/sql.hpp"
#include "host/config/countries.hpp"
#include "host/core/company_setting.hpp"

#include <svc/json.hpp>

#include <string>
#include <string_view>

namespace svc::host::api {

/// The record of a new company before its body is read: the defaults of its country (api 4.1).
/// Throws ApiError country-unsupported:<country>.
Json newCompanyRecord(const config::Countries& countries, std::string_view country,
                      const CompanySettings& settings);

/// Writes the fields of a body that are present into the record, each checked; null clears a field.
void applyCompanyFields(Json& record, const Json& body, const config::Countries& countries,
                        const CompanySettings& settings);

/// The fields of svc.company that bodies change, as parameters in the order of the statements of companies:
/// slug … accounting, 23 of them.
void addCompanyFields(auth::SqlArgs& args, const Json& record, const CompanySettings& settings);

/// "cafe-lumiere" for "Café Lumière"; "company" when nothing is left.
std::string slugOf(std::string_view name);

/// An address with every field present.
Json addressRecord(const Json& body);

/// The check digits of an IBAN (ISO 13616); blanks are not allowed.
bool isIban(std::string_view text);

} // namespace svc::host::api
