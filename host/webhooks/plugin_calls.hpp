#pragma once

#include <functional>
#include <string>

#include "host/core/outbound.hpp"
#include "host/webhooks/address_policy.hpp"
#include "host/webhooks/connections.hpp"

namespace svc::host::webhooks {

/// The place that permits a call of this address; null when none does.
const HttpPlace* placeFor(const std::vector<HttpPlace>& places, const HookUrl& url);

/// Calls of plugins to the places that they declare, over the same connections, addresses and certificates as
/// webhooks.
class PluginCalls : public Outbound {
public:
    /// Told of each call when it has ended, with the address without query.
    using Record = std::function<void(const HttpRequest&, const std::string& place, const HttpAnswer&)>;

    PluginCalls(const AddressPolicy& policy, const std::string& caFile, Record record);

    HttpAnswer send(const HttpRequest& request) override;

private:
    void exchange(const HttpRequest& request, const HookUrl& url, HttpAnswer& answer);

    Connections connections_;
    Record record_;
};

} // namespace svc::host::webhooks
