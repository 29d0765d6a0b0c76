#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <svc/abi.h>

#include "host/core/outbound.hpp"
#include "host/openapi/contract.hpp"
#include "host/plugin/declaration.hpp"

/// A plugin in the host: its declaration, and the code it has bound. The library behind it is never closed.
struct svc_plugin {
    struct Binding {
        svc_handler handler = nullptr;
        void* user = nullptr;
    };
    using Bindings = std::map<std::string, Binding, std::less<>>;

    svc::host::plugin::Declaration declaration;
    std::string role;                         ///< of the database, whose rights its statements have
    std::string settings = "{}";              ///< JSON, checked
    std::vector<svc::host::HttpPlace> places; ///< that it may call
    std::optional<svc::host::openapi::Contract> contract; ///< openapi.yaml, until it is taken
    Bindings routes;
    Bindings commands;
    Bindings hooks;
    Bindings subscribers;
    Bindings jobs;
    bool starting = false; ///< registration is possible now
    std::string refusal;   ///< why its start refused, in its own words
    std::string registrationError;
    svc_stop_function stop = nullptr;

    Bindings* of(int32_t kind) {
        switch (kind) {
        case SVC_REGISTER_ROUTE:
            return &routes;
        case SVC_REGISTER_COMMAND:
            return &commands;
        case SVC_REGISTER_HOOK:
            return &hooks;
        case SVC_REGISTER_SUBSCRIBER:
            return &subscribers;
        case SVC_REGISTER_JOB:
            return &jobs;
        default:
            return nullptr;
        }
    }
};
