#pragma once

#include <string_view>

#include "connection/store.hpp"
#include "provider/provider.hpp"

namespace svc::integrations {

struct Connected {
    Provider provider;
    Connection connection;
};

/// The connection of the provider, whatever its state; its row is locked. Refuses with
/// integration-not-connected.
Connection requireConnection(Call& call, std::string_view provider);
/// The provider, connected (whatever its state); its row is locked.
Connected lockConnected(Request& request, std::string_view id);
/// The same, to be called: its row is not locked during the call.
Connected findConnected(Request& request, std::string_view id);

} // namespace svc::integrations
