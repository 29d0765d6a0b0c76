#include "host/app/operator_alarm.hpp"

#include <exception>

#include "host/log/log.hpp"

namespace svc::host::app {

void OperatorAlarm::begins(const std::string& subject, const std::string& sentence) const {
    log::error({}, sentence);
    send(subject, sentence);
}

void OperatorAlarm::ends(const std::string& subject, const std::string& sentence) const {
    log::info({}, sentence);
    send(subject, sentence);
}

void OperatorAlarm::send(const std::string& subject, const std::string& sentence) const {
    if (!email_) {
        return;
    }
    try {
        outbox_.queueForPerson({*email_, subject + ": " + service_, service_ + ": " + sentence + ".\n"}, {});
    } catch (const std::exception& error) {
        log::warning({}, "the operator cannot be told by mail", {{"error", error.what()}});
    }
}

} // namespace svc::host::app
