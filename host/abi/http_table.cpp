#include <algorithm>
#include <array>
#include <chrono>

#include <svc/text.hpp>

#include "host/abi/guard.hpp"
#include "host/abi/refusal_words.hpp"
#include "host/abi/secrets.hpp"
#include "host/abi/tables.hpp"
#include "host/core/work_fault.hpp"
#include "host/plugin/plugin.hpp"

namespace svc::host::abi {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr int32_t UsualTime = 30'000;
constexpr int32_t MostTime = 120'000;
constexpr SteadyClock::duration MostForTheAnswer = std::chrono::seconds(3);
constexpr int32_t UsualAnswer = 1024 * 1024;
constexpr int32_t MostAnswer = 32 * 1024 * 1024;

/// The host itself sets the headers that state the length and the destination of the message.
void checkHeader(std::string_view name, std::string_view value) {
    constexpr std::array<std::string_view, 5> OfHost{"host", "content-length", "transfer-encoding",
                                                     "connection", "upgrade"};
    if (!isToken(name) || value.find_first_of(std::string_view("\r\n\0", 3)) != std::string_view::npos ||
        std::find(OfHost.begin(), OfHost.end(), lowerAscii(name)) != OfHost.end()) {
        throw Fault("the header " + std::string(name) + " cannot be sent");
    }
}

HttpRequest requestOf(svc_call* call, const svc_http_request& asked) {
    HttpRequest request;
    request.plugin = call->plugin.declaration.id;
    request.places = &call->plugin.places;
    request.requestId = call->work.requestId();
    request.method = view(asked.method);
    if (!isToken(request.method) || request.method == "CONNECT") {
        throw Fault("the method " + request.method + " cannot be asked");
    }
    request.url = view(asked.url);
    request.body = view(asked.body);
    for (uint64_t i = 0; i < asked.header_count; ++i) {
        const std::string_view name = view(asked.headers[2 * i]);
        const std::string_view value = view(asked.headers[2 * i + 1]);
        checkHeader(name, value);
        request.headers.emplace_back(name, value);
    }
    if (const std::string_view bearer = view(asked.bearer); !bearer.empty()) {
        auto secret = readSecret(call, bearer);
        if (!secret) {
            throw Fault("there is no secret " + std::string(bearer) + " to send");
        }
        checkHeader("Authorization", *secret);
        request.headers.emplace_back("Authorization", "Bearer " + *secret);
    }
    if (const std::string_view name = view(asked.client_certificate); !name.empty()) {
        auto secret = readSecret(call, name);
        if (!secret) {
            throw Fault("there is no secret " + std::string(name) + " to be known by");
        }
        request.clientCertificate = *std::move(secret);
    }
    request.repeatable = (asked.flags & SVC_HTTP_REPEATABLE) != 0;
    const int32_t time = asked.timeout_ms <= 0 ? UsualTime : std::min(asked.timeout_ms, MostTime);
    const auto now = SteadyClock::now();
    request.deadline = now + std::chrono::milliseconds(time);
    if (const auto& deadline = call->work.deadline()) {
        // Leaves time to record the outcome of the call and to answer.
        const SteadyClock::duration left = *deadline - now;
        request.deadline = std::min(request.deadline, *deadline - std::min(left / 10, MostForTheAnswer));
    }
    request.mostBytes = static_cast<std::size_t>(
        asked.max_answer <= 0 ? UsualAnswer : std::min(asked.max_answer, MostAnswer));
    return request;
}

/// The path of an address, without query.
std::string pathOf(std::string_view address) {
    const std::string_view url = address.substr(0, address.find('?'));
    const std::size_t host = url.find("://");
    const std::size_t path = host == std::string_view::npos ? host : url.find('/', host + 3);
    return path == std::string_view::npos ? "/" : std::string(url.substr(path));
}

/// The value of Retry-After when the answer asks to repeat the call later.
std::string retryAfterOf(const HttpAnswer& answer) {
    constexpr int TooManyRequests = 429;
    constexpr int Unavailable = 503;
    const bool later =
        answer.status == TooManyRequests || answer.status == Unavailable || answer.error == "circuit-open";
    for (const std::string_view line : split(later ? answer.headers : std::string_view(), '\n')) {
        const std::size_t colon = line.find(':');
        if (colon != std::string_view::npos && lowerAscii(line.substr(0, colon)) == "retry-after") {
            return std::string(trim(line.substr(colon + 1)));
        }
    }
    return {};
}

int32_t send(svc_call* call, const svc_http_request* request, svc_http_answer* out) {
    return guarded(call, [&] {
        if (call->work.inTransaction()) {
            throw WorkFault(NetworkInTransaction,
                            "nobody else is called while a transaction is open (docs/sdk/calling-out.md)");
        }
        Outbound* outbound = call->work.services().outbound;
        if (outbound == nullptr) {
            throw Fault("this program calls nobody");
        }
        svc_http_request known{};
        std::copy_n(reinterpret_cast<const char*>(request),
                    std::min<std::size_t>(request->struct_size, sizeof known),
                    reinterpret_cast<char*>(&known));
        const HttpRequest sent = requestOf(call, known);
        call->answer = outbound->send(sent);
        RefusalWords said = refusalWords(*call, sent, call->answer);
        call->work.noteSent({.plugin = sent.plugin,
                             .method = sent.method,
                             .path = pathOf(sent.url),
                             .status = call->answer.status,
                             .error = call->answer.error,
                             .durationMs = call->answer.durationMs,
                             .retryAfter = retryAfterOf(call->answer),
                             .code = std::move(said.code),
                             .words = std::move(said.words)});
        const Services& services = call->work.services();
        if (call->answer.error == "permission-refused" && services.refused) {
            services.refused(call->plugin.declaration.id, "http",
                             "a place that is not under permissions.http of its plugin.yaml");
        }
        svc_http_answer answer{};
        answer.struct_size = out->struct_size;
        answer.status = call->answer.status;
        answer.duration_ms = static_cast<int32_t>(call->answer.durationMs);
        answer.error = bytes(call->answer.error);
        answer.body = bytes(call->answer.body);
        answer.headers = bytes(call->answer.headers);
        std::copy_n(reinterpret_cast<const char*>(&answer),
                    std::min<std::size_t>(out->struct_size, sizeof answer), reinterpret_cast<char*>(out));
        return SVC_OK;
    });
}

constexpr svc_host_http HttpTable = {sizeof(svc_host_http), 0, send};

} // namespace

const svc_host_http& httpTable() {
    return HttpTable;
}

} // namespace svc::host::abi
