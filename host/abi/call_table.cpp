#include "host/abi/tables.hpp"

#include <algorithm>
#include <array>

#include <svc/json.hpp>
#include <svc/text.hpp>

#include "host/abi/guard.hpp"
#include "host/http/pipeline/exchange.hpp"
#include "host/plugin/plugin.hpp"

namespace svc::host::abi {
namespace {

/// Copies a versioned struct, but no more bytes of it than the size that the plugin states.
template <typename Struct>
void copyKnown(Struct* out, Struct full) {
    const uint32_t known = std::min<uint32_t>(out->struct_size, sizeof full);
    full.struct_size = out->struct_size;
    std::copy_n(reinterpret_cast<const char*>(&full), known, reinterpret_cast<char*>(out));
}

int32_t info(svc_call* call, svc_call_info* out) {
    return guarded(call, [&] {
        const UnitOfWork& work = call->work;
        svc_call_info full{};
        full.actor_kind = static_cast<int32_t>(work.actor().kind);
        std::copy_n(work.company().id.bytes().data(), sizeof full.company, full.company);
        std::copy_n(work.actor().id.bytes().data(), sizeof full.actor, full.actor);
        full.request_id = bytes(work.requestId());
        full.language = bytes(work.language());
        full.company_json = bytes(work.company().json);
        full.now = work.now().micros();
        full.today = work.today().days();
        full.flags = (work.dryRun() ? SVC_CALL_DRY_RUN : 0) | (work.isLimited() ? SVC_CALL_LIMITED : 0);
        full.transaction = work.transactionNumber();
        copyKnown(out, full);
        return SVC_OK;
    });
}

int32_t input(svc_call* call, svc_bytes* out) {
    *out = bytes(call->input);
    return SVC_OK;
}

int32_t parameter(svc_call* call, int32_t kind, svc_bytes name, svc_bytes* out) {
    return guarded(call, [&] {
        if (call->exchange == nullptr) {
            return SVC_ABSENT;
        }
        const http::Exchange& exchange = *call->exchange;
        std::optional<std::string_view> value;
        if (kind == SVC_PARAMETER_PATH) {
            const auto found = exchange.parameters.find(view(name));
            if (found != exchange.parameters.end()) {
                value = found->second;
            }
        } else if (kind == SVC_PARAMETER_QUERY) {
            value = exchange.queryValue(view(name));
        } else if (kind == SVC_PARAMETER_HEADER) {
            value = exchange.header(view(name));
        }
        if (!value) {
            return SVC_ABSENT;
        }
        *out = bytes(*value);
        return SVC_OK;
    });
}

int32_t respondStatus(svc_call* call, int32_t status) {
    return guarded(call, [&] {
        if (call->exchange == nullptr || status < 200 || status > 399) {
            throw Fault("status " + std::to_string(status) + " cannot be answered here");
        }
        call->exchange->status = status;
        return SVC_OK;
    });
}

/// Headers that only the host may set: framing, hop-by-hop headers and those that the host adds itself.
bool isOfHost(std::string_view name) {
    constexpr std::array<std::string_view, 16> Names{
        "connection",        "content-length",     "date",
        "keep-alive",        "proxy-authenticate", "proxy-connection",
        "svc-dry-run",       "svc-ignored-fields", "svc-ignored-parameters",
        "svc-missing-scope", "svc-version",        "te",
        "trailer",           "transfer-encoding",  "upgrade",
        "x-request-id"};
    return std::any_of(Names.begin(), Names.end(),
                       [&](std::string_view own) { return equalsIgnoreCase(own, name); });
}

void checkAnswerHeader(std::string_view name, std::string_view value) {
    if (!isToken(name)) {
        throw Fault("a header of the answer has no name of a header: " + Json(name).dump());
    }
    if (isOfHost(name)) {
        throw Fault("the header " + std::string(name) + " of an answer is the host's");
    }
    if (value.find_first_of("\r\n") != std::string_view::npos) {
        throw Fault("the header " + std::string(name) + " of an answer holds a line break");
    }
}

int32_t respondHeader(svc_call* call, svc_bytes name, svc_bytes value) {
    return guarded(call, [&] {
        if (call->exchange == nullptr) {
            throw Fault("only routes answer with headers");
        }
        checkAnswerHeader(view(name), view(value));
        call->exchange->answerHeaders.emplace_back(view(name), view(value));
        return SVC_OK;
    });
}

int32_t respondWrite(svc_call* call, svc_bytes text) {
    return guarded(call, [&] {
        if (call->exchange == nullptr) {
            call->output += view(text);
        } else {
            call->exchange->write(view(text));
        }
        return SVC_OK;
    });
}

int32_t fail(svc_call* call, const svc_failure* failure) {
    return guarded(call, [&] {
        if (failure == nullptr) {
            throw Fault("fail was called without a failure");
        }
        call->failureStatus = failure->status;
        call->failureCode = view(failure->code);
        call->failureMessage = view(failure->message);
        return SVC_OK;
    });
}

int32_t failure(svc_call* call, svc_failure* out) {
    svc_failure full{};
    full.status = call->failureStatus;
    full.code = bytes(call->failureCode);
    full.message = bytes(call->failureMessage);
    copyKnown(out, full);
    return SVC_OK;
}

int32_t log(svc_call* call, int32_t level, svc_bytes message) {
    return guarded(call, [&] {
        const Services& services = call->work.services();
        if (services.log) {
            services.log(level, call->work.requestId(), call->plugin.declaration.id, view(message));
        }
        return SVC_OK;
    });
}

int32_t checkDeadline(svc_call* call) {
    return guarded(call, [&] {
        if (call->work.isLate()) {
            throw ApiError(503, "deadline-exceeded");
        }
        return SVC_OK;
    });
}

constexpr svc_host_call CallTable = {
    sizeof(svc_host_call), 0,    info,    input, parameter,    respondStatus, respondHeader,
    respondWrite,          fail, failure, log,   checkDeadline};

} // namespace

const svc_host_call& callTable() {
    return CallTable;
}

} // namespace svc::host::abi
