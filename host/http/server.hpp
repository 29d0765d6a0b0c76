#pragma once

#include "host/core/services.hpp"
#include "host/http/front/front.hpp"
#include "host/http/pipeline/exchange.hpp"
#include "host/log/metrics.hpp"
#include "host/openapi/contract.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace svc::host::http {

/// One request of a key, for the record that a company sees (api "API keys": kept 7 days).
struct RequestRecord {
    Uuid company;
    Uuid key;
    std::string requestId;
    Instant at;
    std::string method;
    std::string path;
    int status = 0;
    std::string code; ///< of a refusal, else empty
    std::int64_t durationMicros = 0;
    std::string idempotencyKey;
    std::string address;
};

/// Time limits of requests by kind of route, from the last byte to the commit.
struct RequestTimes {
    std::chrono::seconds request{30};
    std::chrono::seconds import{120};    ///< routes that take more than 1 MiB
    std::chrono::seconds exporting{600}; ///< x-export
};

struct ServerOptions {
    std::string address = "127.0.0.1";
    std::uint16_t port = 8080; ///< 0: any free one
    FrontLimits limits;
    unsigned companyExports = 2; ///< concurrent exports of one company
    RequestTimes times;
    std::string certificate; ///< PEM file; empty: no TLS
    std::string key;
    std::vector<std::string> trustedProxies; ///< addresses or CIDR blocks whose X-Forwarded-For is trusted
    std::vector<std::string> metricsAllow;   ///< besides loopback
    std::vector<std::string> refusedPlugins; ///< reported by /ready
    bool validate = false;                   ///< testing.validate: answers are checked against the contract
    std::string build = "0";                 ///< of info.version 3.0.<build>
    std::map<std::string, std::string> pluginNames; ///< descriptions of the tags in /openapi.json
    std::function<int()> hosts; ///< number of hosts that serve the database; empty: only this one
    /// Called after each request made with a key; must not block.
    std::function<void(RequestRecord)> record;
    /// Folder for long answers that are being sent.
    std::filesystem::path spoolFolder = std::filesystem::temp_directory_path();
};

/// A handler of each operation, by operationId.
using Handlers = std::map<std::string, Handler, std::less<>>;

/// The HTTP server: routes, checks, answers. Routes are added before start(), by one thread.
class Server {
public:
    Server(ServerOptions options, Services& services, Gatekeeper& gatekeeper, log::Metrics& metrics);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// Binds each operation of the contract to its handler. Throws openapi::ContractError that names plugin
    /// and operationId when an operation or a handler has no counterpart, or when two contracts claim the
    /// same path.
    void addRoutes(const openapi::Contract& contract, Handlers handlers);
    /// Routes of a plugin that is present but not enabled: 503 module-disabled:<plugin>.
    void addDisabledRoutes(const openapi::Contract& contract);

    /// Builds /openapi.json and begins to serve. Throws when a scope of a route is not in the catalogue, or
    /// when the port cannot be bound.
    void start();
    /// From now on /ready reports readiness, if everything works.
    void announce();
    std::uint16_t port() const;
    /// The text of /openapi.json, also without start().
    std::string document() const;

    /// Reloads the certificate; changes of its files also cause that.
    void reloadCertificate();

    /// Stops accepting, answers /ready with 503, and returns when no request runs any more or the time is
    /// over; connections are closed then.
    void drain(std::chrono::seconds limit = std::chrono::seconds(30));

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace svc::host::http
