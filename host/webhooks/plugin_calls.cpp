#include "host/webhooks/plugin_calls.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include "host/webhooks/whole_answer.hpp"

namespace svc::host::webhooks {
namespace {

/// The wildcard in "*.eu.example.com" matches exactly one label.
bool matches(const std::string& pattern, const HookUrl& url) {
    if (pattern == "*") {
        return true;
    }
    if (!pattern.starts_with("*.")) {
        return pattern == url.host;
    }
    const std::size_t dot = url.host.find('.');
    return !url.literal && dot != std::string::npos && dot > 0 &&
           url.host.compare(dot, std::string::npos, pattern, 1, std::string::npos) == 0;
}

bool mayBeRepeated(const HttpRequest& request) {
    constexpr std::array<std::string_view, 3> Safe{"GET", "HEAD", "OPTIONS"};
    return request.repeatable || std::find(Safe.begin(), Safe.end(), request.method) != Safe.end();
}

std::string requestText(const HttpRequest& request, const HookUrl& url) {
    std::string text = request.method + ' ' + url.target + " HTTP/1.1\r\nHost: " + url.authority + "\r\n";
    for (const auto& [name, value] : request.headers) {
        text.append(name).append(": ").append(value).append("\r\n");
    }
    if (!request.body.empty() || (request.method != "GET" && request.method != "HEAD")) {
        text += "Content-Length: " + std::to_string(request.body.size()) + "\r\n";
    }
    return text + "\r\n" + request.body;
}

/// Translates error codes of webhooks to those of svc/abi/http.h. `begun`: some of the request may have been
/// sent, so that the other side may have done what it asks for.
std::string errorOf(std::string_view failure, bool begun) {
    if (failure == "connection") {
        return begun ? "answer-lost" : "connect";
    }
    if (failure == "timeout") {
        return begun ? "timeout" : "connect";
    }
    return failure == "dns"               ? "resolve"
           : failure == "address-private" ? "address-refused"
                                          : std::string(failure);
}

/// Does the answer count as a failure for the circuit breaker? Permanent refusals do not, nor does a SOAP
/// fault, which is an answer although it comes with 500.
bool isFailure(const HttpAnswer& answer) {
    constexpr std::array<std::string_view, 5> NoAnswer{"resolve", "connect", "tls", "timeout", "answer-lost"};
    constexpr int ServerError = 500;
    if (answer.status == 0) {
        return std::find(NoAnswer.begin(), NoAnswer.end(), answer.error) != NoAnswer.end();
    }
    const bool soapFault = answer.status == ServerError &&
                           answer.body.find("Envelope") != std::string::npos &&
                           answer.body.find("Fault") != std::string::npos;
    return answer.status >= ServerError && !soapFault;
}

} // namespace

const HttpPlace* placeFor(const std::vector<HttpPlace>& places, const HookUrl& url) {
    // Places from svc.yaml may be private, so they are tried first.
    for (const bool configured : {true, false}) {
        for (const HttpPlace& place : places) {
            if (place.configured == configured && place.plain == url.plain && matches(place.host, url) &&
                std::find(place.ports.begin(), place.ports.end(), url.port) != place.ports.end()) {
                return &place;
            }
        }
    }
    return nullptr;
}

PluginCalls::PluginCalls(const AddressPolicy& policy, TlsContext tls, std::string caFile, const Clock& clock,
                         Record record)
    : connections_(policy, std::move(tls)), caFile_(std::move(caFile)), circuits_(clock),
      record_(std::move(record)) {}

HttpAnswer PluginCalls::send(const HttpRequest& request) {
    const auto start = std::chrono::steady_clock::now();
    HttpAnswer answer;
    auto url = parseHookUrl(request.url, true);
    const HttpPlace* place = url ? placeFor(*request.places, *url) : nullptr;
    if (place == nullptr) {
        answer.error = "permission-refused";
    } else {
        url->trusted = place->configured;
        call(request, *url, answer);
    }
    answer.durationMs =
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start)
            .count();
    record_(request, url ? url->hostAndPort() + url->target.substr(0, url->target.find('?')) : "", answer);
    return answer;
}

void PluginCalls::call(const HttpRequest& request, const HookUrl& url, HttpAnswer& answer) {
    const std::string place = url.hostAndPort();
    if (const auto wait = circuits_.refuse(request.plugin, place)) {
        answer.error = "circuit-open";
        answer.headers = "Retry-After: " + std::to_string(*wait) + "\r\n";
        return;
    }
    bool failed = true;
    const std::shared_ptr<void> atEnd(nullptr,
                                      [&](void*) { circuits_.ended(request.plugin, place, failed); });
    exchange(request, url, answer);
    failed = isFailure(answer);
}

void PluginCalls::exchange(const HttpRequest& request, const HookUrl& url, HttpAnswer& answer) {
    WholeAnswer whole(request.mostBytes, request.method == "HEAD");
    Connections::Exchange exchange{
        .request = requestText(request, url), .answer = whole, .repeatable = mayBeRepeated(request)};
    try {
        if (!connections_.policy().permits(url)) {
            throw SendFailure("address-private");
        }
        if (!request.clientCertificate.empty()) {
            exchange.identity = readIdentity(request.clientCertificate);
        }
        connections_.run(url, exchange, request.deadline);
    } catch (const SendFailure& failure) {
        answer.error = errorOf(failure.what(), exchange.begun);
        return;
    }
    answer.status = whole.status().value_or(0);
    answer.headers = whole.headers();
    answer.body = std::move(whole.body());
}

} // namespace svc::host::webhooks
