#include "host/app/mail_service.hpp"

namespace svc::host::app {

mail::MailWorker::Options mailOptions(const Application& application, log::Metrics& metrics,
                                      std::function<std::optional<CompanyFacts>(const Uuid&)> companyOf) {
    const config::Config& configuration = application.configuration();
    mail::MailWorker::Options options;
    options.folder = configuration.dataFolder / "mail";
    options.companyOf = std::move(companyOf);
    if (configuration.mail.smtp) {
        mail::SmtpSender::Options sender;
        sender.server = mail::SmtpServer::parse(*configuration.mail.smtp);
        sender.from = configuration.mail.from.value_or("");
        sender.caFile = configuration.mail.caFile.value_or(std::filesystem::path()).string();
        options.sender.emplace(std::move(sender));
    }
    const auto counter = [&metrics](const char* outcome) {
        return &metrics.counter("svc_mail_total", "Attempts to send a message, by outcome.",
                                {{"outcome", outcome}});
    };
    options.count = [sent = counter("sent"), kept = counter("kept_as_file"), retried = counter("retried"),
                     given = counter("given_up")](mail::MailWorker::Outcome outcome) {
        using Outcome = mail::MailWorker::Outcome;
        (outcome == Outcome::Sent         ? sent
         : outcome == Outcome::KeptAsFile ? kept
         : outcome == Outcome::Retried    ? retried
                                          : given)
            ->add();
    };
    return options;
}

} // namespace svc::host::app
