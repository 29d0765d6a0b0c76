#include "connection/connected.hpp"

namespace svc::integrations {
namespace {

Connection connected(std::optional<Connection> connection) {
    if (!connection) {
        throw ApiError(400, "integration-not-connected");
    }
    return *std::move(connection);
}

} // namespace

Connection requireConnection(Call& call, std::string_view provider) {
    return connected(lockConnection(call, provider));
}

Connected lockConnected(Request& request, std::string_view id) {
    Provider provider = requireProvider(request, id);
    return {provider, requireConnection(request, provider.id)};
}

Connected findConnected(Request& request, std::string_view id) {
    return request.transaction([&] {
        Provider provider = requireProvider(request, id);
        return Connected{provider, connected(findConnection(request, provider.id))};
    });
}

} // namespace svc::integrations
