#pragma once

#include <functional>
#include <optional>

#include "host/app/application.hpp"
#include "host/log/metrics.hpp"
#include "host/mail/mail_worker.hpp"

namespace svc::host::app {

/// Options of the mail worker: the mail server of the configuration, and counters in the metrics.
mail::MailWorker::Options mailOptions(const Application& application, log::Metrics& metrics,
                                      std::function<std::optional<CompanyFacts>(const Uuid&)> companyOf);

} // namespace svc::host::app
