#pragma once

#include <optional>
#include <string>

#include "consent/store.hpp"
#include "provider/provider.hpp"

namespace svc::integrations {

/// What came back: the code of OAuth, or the bytes of a call that brings keys.
struct Brought {
    std::optional<std::string> code;
    std::optional<std::string> body;
};

/// The connector exchanges the code for tokens and keeps them, reads what became of the consent, or tries the
/// keys that were brought.
void finish(Request& request, const Provider& provider, const Authorization& awaited, const Brought& brought,
            const std::string& state);

} // namespace svc::integrations
