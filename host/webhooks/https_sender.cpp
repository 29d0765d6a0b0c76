#include "host/webhooks/https_sender.hpp"

#include "host/webhooks/answer_reader.hpp"

namespace svc::host::webhooks {
namespace {

// Once the status is known, the rest of the answer serves only the excerpt and the reuse of the connection.
constexpr std::chrono::seconds RestLimit{2};

std::string requestText(const HookUrl& url, const Message& message) {
    std::string text = "POST " + url.target + " HTTP/1.1\r\nHost: " + url.authority + "\r\n";
    for (const auto& [name, value] : message.headers) {
        text.append(name).append(": ").append(value).append("\r\n");
    }
    text += "Content-Length: " + std::to_string(message.body.size()) + "\r\n\r\n";
    return text + message.body;
}

std::string errorOf(int status) {
    if (status >= 200 && status < 300) {
        return {};
    }
    return status >= 300 && status < 400 ? "redirect" : "http-status";
}

} // namespace

HttpsSender::HttpsSender(const AddressPolicy& policy, TlsContext tls, std::chrono::milliseconds limit)
    : connections_(policy, std::move(tls)), limit_(limit) {}

Outcome HttpsSender::send(const Message& message) {
    const auto start = std::chrono::steady_clock::now();
    Outcome outcome;
    const auto url = parseHookUrl(message.url);
    if (!url || !connections_.policy().permits(*url)) {
        outcome.error = "address-private";
    } else {
        try {
            outcome = attempt(*url, message, start + limit_);
        } catch (const SendFailure& failure) {
            outcome.error = failure.what();
        }
    }
    outcome.durationMs =
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start)
            .count();
    return outcome;
}

Outcome HttpsSender::attempt(const HookUrl& url, const Message& message, Deadline deadline) {
    AnswerReader reader;
    Connections::Exchange exchange{requestText(url, message), reader};
    exchange.restLimit = RestLimit;
    connections_.run(url, exchange, deadline);
    Outcome outcome;
    outcome.httpStatus = reader.status();
    outcome.error = errorOf(*reader.status());
    outcome.excerpt = reader.excerpt();
    return outcome;
}

} // namespace svc::host::webhooks
