#pragma once

#include "host/core/company_setting.hpp"
#include "host/core/facts.hpp"
#include "host/db/rows.hpp"

#include <svc/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace svc::host::auth {

/// The columns of svc.company as c that companyFacts reads, in its order, for a SELECT list.
inline constexpr std::string_view CompanyColumns =
    "c.company_id, c.slug, c.name, c.legal_name, c.country, c.currency, c.time_zone, c.language, "
    "c.vat_number,"
    " c.registration_number, c.peppol_id, c.address, c.email, c.phone, c.iban, c.bic, c.contact_name,"
    " c.prices_include_tax, c.default_tax_category, c.default_tax_rate, c.payment_terms_days, "
    "c.settings, c.chart, c.lock_date, c.plan, "
    "c.accounting,"
    " c.default_business_unit_id, c.default_wallet_id, c.version, c.created_at, c.updated_at, "
    "c.created_by_kind,"
    " c.created_by_id";
inline constexpr std::size_t CompanyColumnCount = 33;

/// The company record of the API (api 4.1) from a row that holds CompanyColumns from column `first` on.
/// `modules`: ids of the enabled plugins. `settings`: those that plugins declare.
Json companyRecord(const db::Rows& rows, std::size_t row, std::size_t first,
                   const std::vector<std::string>& modules, const CompanySettings& settings);

/// The record and what requests need besides it.
CompanyFacts companyFacts(const db::Rows& rows, std::size_t row, std::size_t first,
                          const std::vector<std::string>& modules, const CompanySettings& settings);

/// Language of the service (en, fr, de) for a language code; en for every other.
std::string supportedLanguage(std::string_view code);

} // namespace svc::host::auth
