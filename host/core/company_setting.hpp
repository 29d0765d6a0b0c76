#pragma once

#include <functional>
#include <map>
#include <string>

#include <svc/currency.hpp>
#include <svc/json.hpp>

namespace svc::host {

/// A setting of companies that only one plugin knows: it declares it under `companySettings` of its
/// plugin.yaml.
struct CompanySetting {
    std::string key; ///< the member of the company that has its value
    std::string plugin;
    Json schema;             ///< of what clients write: one string, boolean, integer or number
    Json initial;            ///< the default, as clients write it
    Json demonstration = {}; ///< the value of the demonstration company; null: the default

    /// Is it an amount of money, which clients write in major units and read in minor units?
    bool isMoney() const;
    /// The schema of what clients read.
    Json shownSchema() const;
    /// What is stored for a value that a client has written. Throws ApiError field-invalid:<key>.
    Json stored(const Json& written, Currency currency) const;
};

/// By key.
using CompanySettings = std::map<std::string, CompanySetting, std::less<>>;

/// Adds every setting of a company to `record`, from the values that are stored for it; one without a value
/// has its default.
void showSettings(Json& record, const Json& values, Currency currency, const CompanySettings& settings);

} // namespace svc::host
