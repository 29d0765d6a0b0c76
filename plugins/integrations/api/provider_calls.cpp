// What was exchanged with a provider, for the people who look for a fault.
#include "api/provider_calls.hpp"

#include "store/provider_calls.hpp"

namespace svc::integrations {
namespace {

constexpr std::string_view Collection = "provider-calls";

void keepSent(Call& call, std::string_view provider) {
    if (!call.offers("host.sent")) {
        return;
    }
    call.transaction([&] {
        const auto sent = calls::host::sent(call, {.plugin = std::string(provider)});
        for (const auto& one : sent.calls) {
            keepCall(call, provider,
                     {.direction = api::ProviderCallDirection::Out,
                      .method = one.method,
                      .path = one.path,
                      .status = one.status,
                      .durationMs = one.durationMs,
                      .errorCode = one.error,
                      .requestId = sent.requestId});
        }
    });
}

} // namespace

Json ask(Call& call, std::string_view provider, std::string_view verb, const Json& input) {
    Json answer;
    try {
        answer = call.command(verbOf(provider, verb), input);
    } catch (const ApiError&) {
        keepSent(call, provider);
        throw;
    }
    keepSent(call, provider);
    return answer;
}

void keepIncoming(Request& request, std::string_view provider, std::chrono::steady_clock::time_point began,
                  int status, std::string_view errorCode) {
    const auto took = std::chrono::steady_clock::now() - began;
    keepCall(request, provider,
             {.direction = api::ProviderCallDirection::In,
              .method = "POST",
              .path = "/hooks/" + std::string(provider),
              .status = status,
              .durationMs = std::chrono::duration_cast<std::chrono::milliseconds>(took).count(),
              .errorCode = errorCode.empty() ? std::nullopt : std::optional(std::string(errorCode)),
              .requestId = std::string(request.requestId())});
}

Answer<200, api::ProviderCallPage> listProviderCalls(Request& request,
                                                     const api::ListProviderCallsParameters& parameters) {
    requireProvider(request, parameters.provider);
    std::optional<Uuid> before;
    if (parameters.cursor && !parameters.cursor->empty()) {
        before = Uuid::parse(request.openCursor(Collection, *parameters.cursor));
        if (!before) {
            throw ApiError(400, "cursor-invalid");
        }
    }
    api::ProviderCallPage page{.data = listCalls(request, parameters.provider, before, parameters.limit + 1),
                               .nextCursor = parameters.cursor.value_or("")};
    page.hasMore = static_cast<std::int64_t>(page.data.size()) > parameters.limit;
    if (page.hasMore) {
        page.data.pop_back();
    }
    if (!page.data.empty()) {
        page.nextCursor = request.sealCursor(Collection, page.data.back().id);
    }
    return page;
}

} // namespace svc::integrations
