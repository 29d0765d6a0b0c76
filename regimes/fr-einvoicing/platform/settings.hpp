#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bindings.hpp"
#include "report/rules/reporting_period.hpp"

namespace svc::fr_einvoicing {

inline constexpr std::string_view RegimeId = "fr-einvoicing";

/// The settings of the company; addresses that it has not set come from the installation.
struct Settings {
    std::string siren = {};
    std::string platformId = {};   ///< the administration's identifier of the platform
    std::string platformName = {}; ///< defaults to the identifier
    std::string clientId = {};
    std::string clientSecret = {};
    std::string flowUrl = {}; ///< of the flow service, without a slash at its end
    std::string tokenUrl = {};
    std::string directoryUrl = {}; ///< of the directory service; empty: no directory is used
    std::string organization = {}; ///< header Organization-Id; empty: not sent
    std::string syntax = {};       ///< CII, UBL, Factur-X
    std::string flowProfile = {};
    std::string statusProfile = {};
    std::string incomingDirection = {}; ///< flowDirection of incoming flows
    std::string refusalCode = {};       ///< reason code of a refusal for which nobody has named one
    bool receives = true;               ///< supplier invoices are fetched
    bool allPayments = false;           ///< payments of goods are reported too
    bool vatOnDebits = false;           ///< VAT is due on the invoice: payments are not reported
    std::optional<VatRegime> vatRegime = {};
    std::optional<Date> reportFrom = {};
    std::int64_t reportDelayDays = 0;
};

/// `given`: the settings of the regime, secrets in clear.
Settings settingsOf(const Json& given);
/// In a transaction: nothing while the regime is not enabled.
std::optional<Settings> enabledSettings(Call& call);

/// The JSON Schema of the settings, with the required ones.
Json settingsSchema();
std::vector<calls::compliance::RegimeSetting> requiredSettings();

} // namespace svc::fr_einvoicing
