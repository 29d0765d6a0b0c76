#pragma once

#include <optional>
#include <string>

#include "host/mail/outbox.hpp"

namespace svc::host::app {

/// Reports problems that the operator of the installation must solve: in the log, and by mail when the
/// configuration names an address.
class OperatorAlarm {
public:
    /// `service`: the name of the service in the message. The outbox must outlive the alarm.
    OperatorAlarm(std::optional<std::string> email, std::string service, const mail::Outbox& outbox)
        : email_(std::move(email)), service_(std::move(service)), outbox_(outbox) {}

    /// Reports that a problem has begun.
    void begins(const std::string& subject, const std::string& sentence) const;
    /// Reports that the problem is over.
    void ends(const std::string& subject, const std::string& sentence) const;

private:
    void send(const std::string& subject, const std::string& sentence) const;

    std::optional<std::string> email_;
    std::string service_;
    const mail::Outbox& outbox_;
};

} // namespace svc::host::app
