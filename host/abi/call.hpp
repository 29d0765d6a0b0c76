#pragma once

#include <deque>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <svc/abi.h>

#include "host/core/outbound.hpp"
#include "host/core/unit_of_work.hpp"
#include "host/db/rows.hpp"

namespace svc::host::http {
struct Exchange;
}

/// A query result that a plugin reads. The call owns it; rows_close or the end of the call frees it.
struct svc_rows {
    svc::host::db::Rows rows;
    svc_call* owner = nullptr;
};

/// One call of a plugin, as the functions of the tables see it.
struct svc_call {
    svc_call(svc::host::UnitOfWork& unitOfWork, const svc_plugin& calledPlugin, std::string_view inputBytes,
             svc::host::http::Exchange* servedExchange = nullptr)
        : work(unitOfWork), plugin(calledPlugin), input(inputBytes), exchange(servedExchange) {}

    /// Keeps a text until the end of the call and returns the view of it that is passed to the plugin.
    ~svc_call();
    svc_call(const svc_call&) = delete;
    svc_call& operator=(const svc_call&) = delete;

    svc_bytes keep(std::string text) {
        const std::string& kept = texts.emplace_back(std::move(text));
        return svc_bytes{kept.data(), kept.size()};
    }

    /// The same for a secret, which is overwritten at the end of the call.
    svc_bytes keepSecret(std::string text) {
        const std::string& kept = secrets.emplace_back(std::move(text));
        return svc_bytes{kept.data(), kept.size()};
    }

    svc::host::UnitOfWork& work;
    const svc_plugin& plugin;
    std::string_view input;
    svc::host::http::Exchange* exchange; ///< of routes; null for commands, hooks and jobs
    std::string output;
    svc::host::JobRun* job = nullptr; ///< when the call is a job
    bool began = false;               ///< this call began the open transaction
    svc::host::HttpAnswer answer;     ///< to the last HTTP request of the call

    int failureStatus = 0;
    std::string failureCode;
    std::string failureMessage;
    /// The exception that a host function caught, so that the host still sees a lost connection or a deadlock
    /// as such.
    std::exception_ptr cause;

    std::deque<std::string> texts;
    std::deque<std::string> secrets;
    std::vector<std::unique_ptr<svc_rows>> results;
};

namespace svc::host::abi {

/// The tables that every plugin is given.
const svc_host& hostTable();

/// Runs a handler of the plugin; returns when it succeeded. Throws ApiError when the handler refuses, the
/// original exception when a host function failed, else Fault with the plugin's own message.
void run(svc_call& call, svc_handler handler, void* user);

} // namespace svc::host::abi
