/// @file Everything a plugin includes, and the declaration that makes a library a plugin.
///
///     #include <svc/plugin.hpp>
///
///     svc::Response hello(svc::Request& request) {
///         return svc::Response::json(200, svc::Json::object({{"hello", request.company().name}}));
///     }
///     void start(svc::Registry& registry) { registry.route("sayHello", hello); }
///     SVC_PLUGIN("hello", "1.0.0", start)
#pragma once

#include <exception>
#include <string>
#include <string_view>

#include <svc/http.hpp>
#include <svc/money.hpp>

namespace svc {

/// Passed to the start function of a plugin, which registers its functions under the names that plugin.yaml
/// and openapi.yaml declare. The host rejects the plugin when a declared name has no function or a registered
/// name is not declared.
class Registry {
public:
    using Route = Response (*)(Request&);
    using Command = Json (*)(Call&, const Json&);
    /// A hook runs in the transaction and may throw ApiError to refuse the write. A subscriber runs after the
    /// commit; when it throws, it is retried after 1, 5, 30 minutes, 2, 12 and 24 hours, then it has failed.
    using Listener = void (*)(Call&, const Event&);
    using Job = void (*)(Call&, const Json&);

    explicit Registry(svc_plugin* self) noexcept : self_(self) {}

    void route(std::string_view operationId, Route function) {
        add(SVC_REGISTER_ROUTE, operationId, &runRoute, reinterpret_cast<void*>(function));
    }
    void command(std::string_view name, Command function) {
        add(SVC_REGISTER_COMMAND, name, &runCommand, reinterpret_cast<void*>(function));
    }
    void hook(std::string_view name, Listener function) {
        add(SVC_REGISTER_HOOK, name, &runListener, reinterpret_cast<void*>(function));
    }
    void subscriber(std::string_view name, Listener function) {
        add(SVC_REGISTER_SUBSCRIBER, name, &runListener, reinterpret_cast<void*>(function));
    }
    void job(std::string_view name, Job function) {
        add(SVC_REGISTER_JOB, name, &runJob, reinterpret_cast<void*>(function));
    }
    /// Registers a function of any kind (`kind` is one of SVC_REGISTER_…) that reads the call and responds
    /// itself. Generated code of svc-bind uses it.
    using Direct = void (*)(svc_call*);
    void direct(std::int32_t kind, std::string_view name, Direct function) {
        add(kind, name, &runDirect, reinterpret_cast<void*>(function));
    }
    /// The plugin's block of svc.yaml, checked against its schema.
    Json settings() const {
        const std::string_view text = detail::view(detail::settingsText);
        return text.empty() ? Json::object() : Json::parse(text);
    }

private:
    void add(std::int32_t kind, std::string_view name, svc_handler handler, void* user) {
        if (detail::host().registry->add(self_, kind, detail::bytes(name), handler, user) != SVC_OK) {
            throw Fault("the host refused to register " + std::string(name));
        }
    }

    /// Runs `body` and turns an exception into the failure of the call.
    template <typename Body>
    static std::int32_t guarded(svc_call* call, Body body) noexcept {
        try {
            body();
            return SVC_OK;
        } catch (const ApiError& error) {
            return fail(call, error.status(), error.code(), {});
        } catch (const JsonError& error) {
            // A member of the body has another kind than the handler expects: 400. Without a field the error
            // does not come from the body of the request: 500.
            return error.field().empty() ? fail(call, 500, "internal-error", error.what())
                                         : fail(call, 400, "field-invalid:" + error.field(), error.what());
        } catch (const std::exception& error) {
            return fail(call, 500, "internal-error", error.what());
        } catch (...) {
            return fail(call, 500, "internal-error", "the plugin threw something that is not an exception");
        }
    }
    static std::int32_t fail(svc_call* call, int status, std::string_view code,
                             std::string_view message) noexcept {
        svc_failure failure{};
        failure.struct_size = sizeof failure;
        failure.status = status;
        failure.code = detail::bytes(code);
        failure.message = detail::bytes(message);
        detail::host().call->fail(call, &failure);
        return SVC_FAILED;
    }

    static std::int32_t runDirect(svc_call* call, void* user) noexcept {
        return guarded(call, [&] { reinterpret_cast<Direct>(user)(call); });
    }
    static std::int32_t runRoute(svc_call* call, void* user) noexcept {
        return guarded(call, [&] {
            Request request(call);
            detail::respond(call, reinterpret_cast<Route>(user)(request));
        });
    }
    static std::int32_t runCommand(svc_call* call, void* user) noexcept {
        return guarded(call, [&] {
            Call context(call);
            const std::string output = reinterpret_cast<Command>(user)(context, context.input()).dump();
            detail::check(call, detail::host().call->respond_write(call, detail::bytes(output)));
        });
    }
    static std::int32_t runListener(svc_call* call, void* user) noexcept {
        return guarded(call, [&] {
            Call context(call);
            reinterpret_cast<Listener>(user)(context, Event(context));
        });
    }
    static std::int32_t runJob(svc_call* call, void* user) noexcept {
        return guarded(call, [&] {
            Call context(call);
            reinterpret_cast<Job>(user)(context, context.input());
        });
    }

    svc_plugin* self_;
};

namespace detail {

/// The implementation of svc_plugin_start_v1.
template <typename Start>
std::int32_t startPlugin(const svc_host* table, svc_plugin* self, Start start) noexcept {
    hostTable = table;
    std::string reason;
    try {
        table->registry->settings(self, &settingsText);
        Registry registry(self);
        start(registry);
        return SVC_OK;
    } catch (const std::exception& error) {
        reason = error.what();
    } catch (...) {
        reason = "its start threw something that is not an exception";
    }
    table->registry->refuse(self, bytes(reason));
    return SVC_FAILED;
}

} // namespace detail
} // namespace svc

#ifdef __clang__
#define SVC_TOOLCHAIN "clang " __clang_version__
#else
#define SVC_TOOLCHAIN "g++ " __VERSION__
#endif

/// The lowest minor version of the SDK that the plugin needs; svc_add_plugin defines it from MIN_SDK.
#ifndef SVC_PLUGIN_MIN_MINOR
#define SVC_PLUGIN_MIN_MINOR 0
#endif

#define SVC_LITERAL(text)                                                                                    \
    svc_bytes {                                                                                              \
        text, sizeof(text) - 1                                                                               \
    }

/// Defines the entry points of the plugin: its id and version as in plugin.yaml, and the function that
/// registers its code.
#define SVC_PLUGIN(ID, VERSION, START)                                                                       \
    extern "C" __attribute__((visibility("default"))) const svc_manifest* svc_plugin_manifest_v1(void) {     \
        static const svc_manifest manifest = {                                                               \
            sizeof(svc_manifest), SVC_ABI_MAGIC,        SVC_ABI_MAJOR,                                       \
            SVC_PLUGIN_MIN_MINOR, SVC_ABI_MINOR,        0,                                                   \
            SVC_LITERAL(ID),      SVC_LITERAL(VERSION), SVC_LITERAL(SVC_TOOLCHAIN)};                         \
        return &manifest;                                                                                    \
    }                                                                                                        \
    extern "C" __attribute__((visibility("default"))) int32_t svc_plugin_start_v1(const svc_host* host,      \
                                                                                  svc_plugin* self) {        \
        return svc::detail::startPlugin(host, self, START);                                                  \
    }                                                                                                        \
    extern "C" __attribute__((visibility("default"))) void svc_plugin_stop_v1(void) {}
