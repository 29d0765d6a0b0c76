#pragma once

#include <optional>
#include <string>

#include "provider/provider.hpp"

namespace svc::integrations {

/// The input to connect a provider whose consent comes afterwards.
struct ConsentOrder {
    Json credentials;
    Json settings; ///< checked
    std::optional<std::string> hookUrl;
    std::optional<std::string> returnUrl; ///< where the user is sent in the end
};

/// The connector verifies and stores the credentials and returns the address where the user consents; the
/// provider is connected with these settings when the user comes back. Returns the current integration with
/// `authorization`.
api::Integration beginConsent(Request& request, const Provider& provider, const ConsentOrder& order);

} // namespace svc::integrations
