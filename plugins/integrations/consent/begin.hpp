#pragma once

#include <optional>
#include <string>

#include "provider/provider.hpp"

namespace svc::integrations {

/// What a person gives to connect a provider whose consent comes afterwards.
struct ConsentOrder {
    Json credentials;
    Json settings; ///< checked
    std::optional<std::string> hookUrl;
    std::optional<std::string> returnUrl; ///< where the person goes in the end
};

/// The connector tries and keeps the credentials and tells where the person agrees; the provider is connected
/// with these settings when the person comes back. The integration as it is, with `authorization`.
api::Integration beginConsent(Request& request, const Provider& provider, const ConsentOrder& order);

} // namespace svc::integrations
