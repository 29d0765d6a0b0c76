#include "host/app/webhook_service.hpp"

#include "host/api/security_notices.hpp"
#include "host/core/unit_of_work.hpp"
#include "host/db/transaction.hpp"

namespace svc::host::app {
namespace {

mail::Message disabledMail(std::string_view email, std::string_view language,
                           const webhooks::DisabledWebhook& disabled) {
    const std::string fact = disabled.url + " (" + disabled.webhookId + ")\n" + disabled.error;
    if (language == "fr") {
        return {std::string(email), "Webhook désactivé",
                "Après sept tentatives échouées, ce webhook ne reçoit plus d'événements :\n" + fact +
                    "\nRéactivez-le puis rejouez les livraisons manquées."};
    }
    if (language == "de") {
        return {std::string(email), "Webhook deaktiviert",
                "Nach sieben fehlgeschlagenen Versuchen erhält dieser Webhook keine Ereignisse mehr:\n" +
                    fact + "\nAktivieren Sie ihn wieder und wiederholen Sie die verpassten Zustellungen."};
    }
    return {std::string(email), "Webhook disabled",
            "After seven failed attempts this webhook receives no more events:\n" + fact +
                "\nEnable it again, then replay the deliveries that were missed."};
}

} // namespace

WebhookService::WebhookService(Application& application, const webhooks::TlsContext& tls,
                               log::Metrics& metrics,
                               std::function<std::optional<CompanyFacts>(const Uuid&)> companyOf)
    : outbox_(application.outbox()), policy_(application.configuration().webhooks.allow),
      sealer_(application.masterKey().derive("webhook secrets")), sender_(policy_, tls),
      queue_(application.services(), sealer_), routes_{application.services(),
                                                       policy_,
                                                       sealer_,
                                                       sender_,
                                                       outbox_,
                                                       [this](db::Transaction& transaction,
                                                              const Uuid& company, const Uuid& webhook) {
                                                           worker_.changing(transaction, company, webhook);
                                                       }},
      worker_(application.services(), queue_, sender_, workerOptions(metrics, std::move(companyOf))) {}

webhooks::DeliveryWorker::Options
WebhookService::workerOptions(log::Metrics& metrics,
                              std::function<std::optional<CompanyFacts>(const Uuid&)> companyOf) {
    webhooks::DeliveryWorker::Options options;
    options.companyOf = std::move(companyOf);
    const auto counter = [&metrics](const char* outcome) {
        return &metrics.counter("svc_delivery_attempts_total", "Attempts to deliver to webhooks, by outcome.",
                                {{"outcome", outcome}});
    };
    options.count = [succeeded = counter("succeeded"),
                     failed = counter("failed")](const webhooks::Outcome& outcome) {
        (outcome.success() ? succeeded : failed)->add();
    };
    metrics.collect([this](log::Exposition& out) {
        out.family("svc_deliveries_under_way", "gauge", "Attempts that are being sent by this host.");
        out.sample("svc_deliveries_under_way", {}, static_cast<std::int64_t>(worker_.underWay()));
    });
    options.notify = [this](UnitOfWork& work, const webhooks::DisabledWebhook& disabled) {
        notify(work, disabled);
    };
    return options;
}

void WebhookService::notify(UnitOfWork& work, const webhooks::DisabledWebhook& disabled) const {
    const db::Rows owners = work.db().query(api::OwnersSql, {disabled.company.toString()});
    for (std::size_t row = 0; row < owners.count(); ++row) {
        outbox_.queue(work, disabledMail(owners.text(row, 0), owners.text(row, 1), disabled));
    }
}

} // namespace svc::host::app
