#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <svc/abi.h>

#include "host/core/outbound.hpp"
#include "host/openapi/contract.hpp"
#include "host/plugin/declaration.hpp"

/// A loaded plugin: its declaration and its registered code. Its library is never unloaded.
struct svc_plugin {
    struct Binding {
        svc_handler handler = nullptr;
        void* user = nullptr;
    };
    using Bindings = std::map<std::string, Binding, std::less<>>;

    svc::host::plugin::Declaration declaration;
    std::string role;                                     ///< database role as which its statements run
    std::string settings = "{}";                          ///< JSON, checked
    std::vector<svc::host::HttpPlace> places;             ///< to which it may send requests
    std::optional<svc::host::openapi::Contract> contract; ///< openapi.yaml, until the host takes it over
    Bindings routes;
    Bindings commands;
    Bindings hooks;
    Bindings subscribers;
    Bindings jobs;
    bool starting = false; ///< registration is allowed now
    std::string refusal;   ///< its own message when its start was refused
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
