#pragma once

#include <optional>
#include <string>

#include <svc/call.hpp>

#include "report/rules/reporting_period.hpp"

namespace svc::fr_einvoicing {

inline constexpr std::string_view RegimeId = "fr-einvoicing";

/// What the company has set, with the addresses of the installation where it has set none.
struct Settings {
    std::string siren = {};
    std::string platformId = {};   ///< by which the administration knows the platform
    std::string platformName = {}; ///< the identifier when it is not said
    std::string clientId = {};
    std::string clientSecret = {};
    std::string flowUrl = {}; ///< of the flow service, without a slash at its end
    std::string tokenUrl = {};
    std::string directoryUrl = {}; ///< of the directory service; empty: none is asked
    std::string organization = {}; ///< header Organization-Id; empty: not sent
    std::string syntax = {};       ///< CII, UBL, Factur-X
    std::string flowProfile = {};
    std::string statusProfile = {};
    std::string incomingDirection = {}; ///< flowDirection of what comes to the company
    std::string refusalCode = {};       ///< reason of a refusal for which a person has named none
    bool receives = true;               ///< supplier invoices are fetched
    bool allPayments = false;           ///< payments of goods are told too
    bool vatOnDebits = false;           ///< VAT is due on the invoice: payments are not told
    std::optional<VatRegime> vatRegime = {};
    std::optional<Date> reportFrom = {};
    std::int64_t reportDelayDays = 0;
};

/// `given`: the settings of the regime, secrets in clear.
Settings settingsOf(const Json& given);
/// In a transaction: nothing while the regime is not enabled.
std::optional<Settings> enabledSettings(Call& call);

/// The JSON Schema of the settings, and those that must be there.
Json settingsSchema();
Json requiredSettings();

} // namespace svc::fr_einvoicing
