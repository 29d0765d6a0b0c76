#pragma once

#include <optional>
#include <string>

#include "consent/store.hpp"
#include "provider/provider.hpp"

namespace svc::integrations {

/// What came back: the OAuth code, or the body of a call that delivers keys.
struct Brought {
    std::optional<std::string> code;
    std::optional<std::string> body;
};

/// The connector exchanges the code for tokens and stores them, reads the outcome of the consent, or verifies
/// the delivered keys.
void finish(Request& request, const Provider& provider, const Authorization& awaited, const Brought& brought,
            const std::string& state);

} // namespace svc::integrations
