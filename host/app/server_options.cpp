#include "host/app/server_options.hpp"

namespace svc::host::app {
namespace {

http::FrontLimits limitsOf(const config::ServerConfig& server) {
    http::FrontLimits limits;
    limits.threads = server.threads;
    limits.queue = server.queue;
    limits.companyPercent = server.companyShare;
    limits.connections = server.connections;
    limits.perAddress = server.connectionsPerAddress.value_or(0);
    limits.bodyMemory = server.bodyMemory * 1024UL * 1024;
    limits.head = std::chrono::seconds(server.headSeconds);
    limits.handshake = limits.head;
    limits.transfer = std::chrono::seconds(server.transferSeconds);
    limits.keepAlive = std::chrono::seconds(server.keepAliveSeconds);
    return limits;
}

} // namespace

http::ServerOptions serverOptions(Application& application) {
    const config::ServerConfig& server = application.configuration().server;
    http::ServerOptions options;
    options.address = server.address;
    options.port = server.port;
    options.limits = limitsOf(server);
    options.companyExports = server.companyExports;
    options.times = {std::chrono::seconds(server.requestSeconds), std::chrono::seconds(server.importSeconds),
                     std::chrono::seconds(server.exportSeconds)};
    if (server.tls) {
        options.certificate = server.tls->certificate.string();
        options.key = server.tls->key.string();
    }
    options.trustedProxies = server.trustedProxies;
    options.metricsAllow = server.metricsAllow;
    for (const plugin::Refusal& refusal : application.plugins().refusals()) {
        options.refusedPlugins.push_back(refusal.id);
    }
    options.validate = application.configuration().testing.validate;
    for (const auto& plugin : application.plugins().loaded()) {
        options.pluginNames[plugin->declaration.id] = plugin->declaration.name.at("en");
    }
    return options;
}

} // namespace svc::host::app
