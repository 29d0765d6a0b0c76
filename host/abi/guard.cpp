#include "host/abi/guard.hpp"

#include <algorithm>
#include <cctype>

#include <openssl/crypto.h>

#include "host/core/work_fault.hpp"
#include "host/db/error.hpp"
#include "host/plugin/plugin.hpp"

svc_call::~svc_call() {
    for (std::string& secret : secrets) {
        OPENSSL_cleanse(secret.data(), secret.size());
    }
}

namespace svc::host::abi {
namespace {

constexpr std::string_view InternalError = "internal-error";
constexpr std::string_view DatabaseError = "database-error";

void set(svc_call& call, int status, std::string_view code, std::string_view message) {
    call.failureStatus = status;
    call.failureCode = code;
    call.failureMessage = message;
}

/// Is it a status with which a plugin may refuse? Any other status is a fault of the plugin.
bool isAnswer(int status) {
    return (status >= 400 && status < 500) || status == 503;
}

} // namespace

bool isToken(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 ||
               std::string_view("!#$%&'*+-.^_`|~").find(static_cast<char>(c)) != std::string_view::npos;
    });
}

void keepFailure(svc_call& call) noexcept {
    try {
        try {
            throw;
        } catch (const db::Error& error) {
            // A queued write of this or an earlier statement may have hit a declared constraint.
            call.cause = std::current_exception();
            throwAsApiError(call.work.services().catalogue, error);
        }
    } catch (const ApiError& error) {
        call.cause = nullptr;
        set(call, error.status(), error.code(), {});
    } catch (const WorkFault& fault) {
        call.cause = std::current_exception();
        // The C++ side of the SDK puts the code in front of the message again.
        set(call, 500, fault.code(), std::string_view(fault.what()).substr(fault.code().size() + 2));
    } catch (const db::Error& error) {
        // A code of its own: the text holds the statement, and a plugin that catches this may tell it to
        // nobody.
        call.cause = std::current_exception();
        set(call, 500, DatabaseError, error.what());
    } catch (const std::exception& error) {
        call.cause = std::current_exception();
        set(call, 500, InternalError, error.what());
    } catch (...) {
        call.cause = std::current_exception();
        set(call, 500, InternalError, "an unknown exception");
    }
}

void refusePermission(svc_call& call, const std::string& permission, const std::string& why) {
    const Services& services = call.work.services();
    if (services.refused) {
        services.refused(call.plugin.declaration.id, permission, why);
    }
    throw Fault("permission-refused:" + permission + ": " + why);
}

void run(svc_call& call, svc_handler handler, void* user) {
    const bool done = handler(&call, user) == SVC_OK;
    const bool leftOpen = call.began && call.work.inTransaction();
    if (leftOpen) {
        call.work.rollback();
    }
    if (done) {
        if (leftOpen) {
            throw WorkFault("transaction-open", "the handler returned without commit or rollback");
        }
        return;
    }
    if (isAnswer(call.failureStatus)) {
        throw ApiError(call.failureStatus, call.failureCode);
    }
    if (call.cause) {
        std::rethrow_exception(call.cause);
    }
    if (call.failureCode.empty() && call.failureMessage.empty()) {
        throw Fault("a handler of plugin " + call.plugin.declaration.id +
                    " returned SVC_FAILED and gave no reason: it calls fail before");
    }
    // `internal-error` carries no information, and each plugin on the way would prepend it once more.
    throw Fault(call.failureCode == InternalError ? call.failureMessage
                                                  : call.failureCode + ": " + call.failureMessage);
}

} // namespace svc::host::abi
