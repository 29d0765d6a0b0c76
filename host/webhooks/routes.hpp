#pragma once

#include <atomic>
#include <functional>

#include "host/api/support.hpp"
#include "host/mail/outbox.hpp"
#include "host/webhooks/address_policy.hpp"
#include "host/webhooks/https_sender.hpp"
#include "host/webhooks/webhook_secret.hpp"

namespace svc::host::webhooks {

/// State that the handlers share; must outlive the server.
struct RouteContext {
    Services& services;
    const AddressPolicy& policy;
    const SecretSealer& sealer;
    HttpsSender& sender;
    const mail::Outbox& mail;
    /// Called with the row of the webhook locked, before its address or secret changes or it ends.
    std::function<void(db::Transaction&, const Uuid& company, const Uuid& webhook)> changing;
    std::atomic<int> tests{0}; ///< running pings
};

/// The handlers of the webhook operations of the host's contract.
api::Handlers webhookHandlers(RouteContext& context);

// The parts of webhookHandlers.
void addWebhookHandlers(api::Handlers& handlers, RouteContext& context);
void addDeliveryHandlers(api::Handlers& handlers, RouteContext& context);

/// The columns that webhookRecord reads, of svc.webhook.
inline constexpr std::string_view WebhookColumns =
    "id, url, array_to_string(events, ' '), description, enabled, disabled_reason, disabled_at, api_version,"
    " consecutive_failures, last_delivery_at, last_status, version, created_at, updated_at, created_by_kind,"
    " created_by_id";

/// The webhook of the path; 404 webhook-not-found.
struct FoundWebhook {
    Uuid id;
    Json record;
};
FoundWebhook findWebhook(http::Exchange& exchange, std::string_view lock = {});

} // namespace svc::host::webhooks
