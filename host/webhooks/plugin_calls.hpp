#pragma once

#include <functional>
#include <string>

#include "host/core/outbound.hpp"
#include "host/webhooks/address_policy.hpp"
#include "host/webhooks/circuits.hpp"
#include "host/webhooks/connections.hpp"

namespace svc::host::webhooks {

/// The place that permits a call of this address; null when none does.
const HttpPlace* placeFor(const std::vector<HttpPlace>& places, const HookUrl& url);

/// Sends the HTTP calls of plugins to the places that they declare, with the same connections, address checks
/// and certificates as webhooks, and their messages to the mail servers of companies. When the circuit
/// breaker of a place is open (Circuits) the error is circuit-open, with a header Retry-After.
class PluginCalls : public Outbound {
public:
    /// Called after each call, with the address without query. The method of messages is SMTP.
    using Record = std::function<void(const HttpRequest&, const std::string& place, const HttpAnswer&)>;

    /// `caFile`: an additional trusted authority for mail servers, or empty.
    PluginCalls(const AddressPolicy& policy, TlsContext tls, std::string caFile, const Clock& clock,
                Record record);

    HttpAnswer send(const HttpRequest& request) override;
    MailOutcome deliver(const MailDelivery& delivery) override;

    const Circuits& circuits() const { return circuits_; }

private:
    void call(const HttpRequest& request, const HookUrl& url, HttpAnswer& answer);
    void exchange(const HttpRequest& request, const HookUrl& url, HttpAnswer& answer);
    void hand(const MailDelivery& delivery, const HookUrl& server, MailOutcome& outcome) const;

    Connections connections_;
    std::string caFile_;
    Circuits circuits_;
    Record record_;
};

} // namespace svc::host::webhooks
