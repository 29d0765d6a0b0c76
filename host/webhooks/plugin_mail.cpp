// Messages of plugins to mail servers that companies configure.
#include <algorithm>
#include <array>

#include "host/mail/smtp_sender.hpp"
#include "host/webhooks/plugin_calls.hpp"

namespace svc::host::webhooks {
namespace {

using Result = MailOutcome::Result;
using mail::NotSent;

/// Usual ports of mail servers; others need an entry in webhooks.allow, so that the service cannot be used to
/// scan arbitrary ports.
bool isMailPort(std::uint16_t port) {
    constexpr std::array<std::uint16_t, 4> Ports{25, 465, 587, 2525};
    return std::find(Ports.begin(), Ports.end(), port) != Ports.end();
}

Result resultOf(NotSent::Why why) {
    switch (why) {
    case NotSent::Why::Login:
        return Result::LoginRefused;
    case NotSent::Why::Later:
        return Result::Later;
    case NotSent::Why::Refused:
        return Result::Refused;
    case NotSent::Why::Unknown:
        return Result::Unknown;
    default:
        return Result::Unreachable;
    }
}

/// The error code of svc/abi/http.h, when the server sent no reply.
std::string_view errorText(NotSent::Why why) {
    switch (why) {
    case NotSent::Why::Resolve:
        return "resolve";
    case NotSent::Why::Tls:
        return "tls";
    case NotSent::Why::Timeout:
        return "timeout";
    case NotSent::Why::AddressRefused:
        return "address-refused";
    case NotSent::Why::Unknown:
        return "answer-lost";
    default:
        return "connect";
    }
}

mail::SmtpSender senderFor(const MailDelivery& delivery, const HookUrl& server, const AddressPolicy& policy,
                           const std::string& caFile) {
    mail::SmtpSender::Options options;
    options.server.host = delivery.host;
    options.server.port = delivery.port;
    options.server.tls = delivery.implicitTls;
    options.server.clearAllowed = false;
    options.server.user = delivery.user;
    options.server.password = delivery.password;
    options.server.accessToken = delivery.accessToken;
    options.from = delivery.from;
    options.caFile = caFile;
    options.limit = std::chrono::duration_cast<std::chrono::milliseconds>(delivery.deadline -
                                                                          std::chrono::steady_clock::now());
    options.permits = [&policy, server](const sockaddr* address) { return policy.permits(server, address); };
    return mail::SmtpSender(std::move(options));
}

} // namespace

MailOutcome PluginCalls::deliver(const MailDelivery& delivery) {
    const auto start = std::chrono::steady_clock::now();
    const bool literal = delivery.host.find(':') != std::string::npos; // an IPv6 address
    const std::string place =
        (literal ? '[' + delivery.host + ']' : delivery.host) + ':' + std::to_string(delivery.port);
    const auto server = parseHookUrl("https://" + place + '/');
    MailOutcome outcome;
    if (!server || server->host != delivery.host || !connections_.policy().permits(*server) ||
        !(isMailPort(delivery.port) || connections_.policy().lists(*server))) {
        outcome.error = "address-refused";
    } else if (circuits_.refuse(delivery.plugin, place)) {
        outcome.error = "circuit-open";
    } else {
        hand(delivery, *server, outcome);
        circuits_.ended(delivery.plugin, place,
                        outcome.result == Result::Unknown ||
                            (outcome.result == Result::Unreachable && outcome.error != "address-refused"));
    }
    outcome.durationMs =
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start)
            .count();
    HttpRequest request;
    request.plugin = delivery.plugin;
    request.requestId = delivery.requestId;
    request.method = "SMTP";
    HttpAnswer answer;
    answer.status = outcome.status;
    answer.error = outcome.status == 0 ? outcome.error : std::string();
    answer.durationMs = outcome.durationMs;
    record_(request, place, answer);
    return outcome;
}

void PluginCalls::hand(const MailDelivery& delivery, const HookUrl& server, MailOutcome& outcome) const {
    constexpr int LoggedIn = 235;
    constexpr int Taken = 250;
    try {
        const mail::SmtpSender sender = senderFor(delivery, server, connections_.policy(), caFile_);
        if (delivery.text.empty()) {
            sender.logIn();
        } else {
            sender.send(delivery.to, delivery.text);
        }
        outcome.result = Result::Done;
        outcome.status = delivery.text.empty() ? LoggedIn : Taken;
    } catch (const NotSent& failure) {
        outcome.result = resultOf(failure.why);
        outcome.status = failure.status;
        outcome.error = outcome.result == Result::Unreachable || outcome.result == Result::Unknown
                            ? std::string(errorText(failure.why))
                            : std::string(failure.what());
    }
}

} // namespace svc::host::webhooks
