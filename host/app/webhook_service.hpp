#pragma once

#include <functional>

#include "host/api/support.hpp"
#include "host/app/application.hpp"
#include "host/log/metrics.hpp"
#include "host/webhooks/delivery_worker.hpp"
#include "host/webhooks/routes.hpp"

namespace svc::host::app {

/// Everything that webhooks need at run time: routes, queue, sender, workers.
class WebhookService {
public:
    /// `tls`: for the deliveries; may be shared.
    WebhookService(Application& application, const webhooks::TlsContext& tls, log::Metrics& metrics,
                   std::function<std::optional<CompanyFacts>(const Uuid&)> companyOf);

    api::Handlers handlers() { return webhooks::webhookHandlers(routes_); }
    webhooks::DeliveryWorker& worker() { return worker_; }

private:
    webhooks::DeliveryWorker::Options
    workerOptions(log::Metrics& metrics, std::function<std::optional<CompanyFacts>(const Uuid&)> companyOf);
    /// Notifies the owners of the company.
    void notify(UnitOfWork& work, const webhooks::DisabledWebhook& disabled) const;

    const mail::Outbox& outbox_;
    webhooks::AddressPolicy policy_;
    webhooks::SecretSealer sealer_;
    webhooks::HttpsSender sender_;
    webhooks::DeliveryQueue queue_;
    webhooks::RouteContext routes_;
    webhooks::DeliveryWorker worker_;
};

} // namespace svc::host::app
