#include "host/http/server.hpp"

#include "host/db/flusher.hpp"
#include "host/db/pool.hpp"
#include "host/http/front/front.hpp"
#include "host/http/pipeline/pipeline.hpp"
#include "host/http/pipeline/service_routes.hpp"
#include "host/log/log.hpp"
#include "host/openapi/document.hpp"

#include <atomic>
#include <deque>
#include <stdexcept>

namespace svc::host::http {

struct Server::Impl {
    Impl(ServerOptions serverOptions, Services& hostServices, Gatekeeper& gatekeeper,
         log::Metrics& hostMetrics)
        : options(std::move(serverOptions)), services(hostServices), metrics(hostMetrics),
          metricsAllow(options.metricsAllow),
          pipeline({AddressSet(options.trustedProxies), options.validate, options.record, options.spoolFolder,
                    options.companyExports, options.times, options.hosts},
                   services, gatekeeper) {
        addServiceRoutes();
        metrics.collect([this](log::Exposition& out) { pipeline.expose(out); });
        metrics.collect([this](log::Exposition& out) { exposePool(out); });
    }

    void addServiceRoutes() {
        const openapi::Contract& contract = contracts.emplace_back(serviceContract());
        ServiceAnswers answers = serviceAnswers(
            {[this] { return isReady(); }, metrics, metricsAllow, served, options.refusedPlugins});
        for (const openapi::Operation& operation : contract.operations()) {
            Route& route = pipeline.add(operation);
            route.service = std::move(answers.at(operation.id));
            // Health probes come at a steady rate, possibly from an address that clients use too, so they do
            // not count.
            route.counted = operation.id == "getOpenApi" || operation.id == "listVersions";
            route.instant = operation.id == "getHealth";
            route.lane = Lane::Reserved;
        }
    }

    bool isReady() const {
        if (!announced.load() || draining.load()) {
            return false;
        }
        if (pipeline.writesAreRefused()) {
            log::warning({}, "not ready: the database refuses writes: it is full or read-only");
            return false;
        }
        if (services.flusher != nullptr && services.flusher->life() == 0) {
            log::warning({}, "not ready: the connection that makes commits durable is lost");
            return false;
        }
        try {
            if (services.pool.acquire(std::chrono::seconds(1))->answersWithin(std::chrono::seconds(2))) {
                return true;
            }
            log::warning({}, "not ready: the database does not answer");
            return false;
        } catch (const std::exception& error) {
            log::warning({}, "not ready: the database does not answer", {{"error", error.what()}});
            return false;
        }
    }

    void exposePool(log::Exposition& out) const {
        const db::PoolCounters pool = services.pool.counters();
        const auto one = [&](std::string_view name, std::string_view type, std::string_view help,
                             std::uint64_t value) {
            out.family(name, type, help);
            out.sample(name, {}, value);
        };
        one("svc_db_pool_size", "gauge", "Most database connections.", pool.size);
        one("svc_db_pool_open", "gauge", "Open database connections.", pool.open);
        one("svc_db_pool_used", "gauge", "Database connections in use.", pool.inUse);
        one("svc_http_queued", "gauge", "Requests waiting for a connection.", pool.waiting);
        one("svc_db_pool_acquired_total", "counter", "Connections handed out.", pool.acquired);
        one("svc_db_pool_waits_total", "counter", "Connections that had to be waited for.", pool.waits);
        out.family("svc_db_pool_wait_seconds_total", "counter", "Time spent waiting for a connection.");
        out.seconds("svc_db_pool_wait_seconds_total", {}, pool.waitMicros);
        one("svc_db_pool_timeouts_total", "counter", "Waits that were given up.", pool.timeouts);
        one("svc_db_pool_share", "gauge", "Most database connections of one company.", pool.share);
        one("svc_db_pool_share_timeouts_total", "counter",
            "Waits given up because the company held its share.", pool.shareTimeouts);
        one("svc_db_pool_connects_total", "counter", "Connections opened.", pool.connects);
        one("svc_db_pool_connect_failures_total", "counter", "Connections that could not be opened.",
            pool.connectFailures);
        one("svc_db_pool_discarded_total", "counter", "Connections thrown away.", pool.discarded);
        if (services.flusher == nullptr) {
            return;
        }
        const db::FlusherCounters flusher = services.flusher->counters();
        one("svc_db_flushes_total", "counter", "Flushes that made commits durable.", flusher.flushes);
        one("svc_db_flush_waits_total", "counter", "Requests that waited for a flush.", flusher.waits);
        out.family("svc_db_flush_wait_seconds_total", "counter", "Time spent waiting for a flush.");
        out.seconds("svc_db_flush_wait_seconds_total", {}, flusher.waitMicros);
        one("svc_db_flush_failed_waits_total", "counter",
            "Waits that ended with the connection of the flushes.", flusher.failedWaits);
    }

    Route& addRoute(const openapi::Operation& operation) {
        try {
            return pipeline.add(operation);
        } catch (const std::invalid_argument& error) {
            throw openapi::ContractError(operation.plugin + ": operation " + operation.id + ": " +
                                         error.what());
        }
    }

    Json merged() const {
        std::vector<const openapi::Contract*> all;
        for (const openapi::Contract& contract : contracts) {
            all.push_back(&contract);
        }
        openapi::DocumentOptions documentOptions;
        documentOptions.build = options.build;
        documentOptions.pluginNames = options.pluginNames;
        documentOptions.pluginNames.try_emplace("service", "The service itself.");
        documentOptions.pluginNames.try_emplace("host", "People, companies, keys, events and jobs.");
        return openapi::mergeContracts(all, services.catalogue, documentOptions);
    }

    void resolveScopes() {
        for (Route& route : pipeline.routes()) {
            route.scopes.clear();
            if (!route.disabledModule.empty()) {
                continue;
            }
            if (const auto module = openapi::absentModule(*route.operation, services.catalogue)) {
                route.disabledModule = *module;
                log::info({}, route.operation->plugin + ": operation " + route.operation->id +
                                  " is left out: the module " + *module + " is not enabled");
                continue;
            }
            // One of the scopes is enough, so scopes of modules that are not enabled are omitted.
            for (const std::string& name : route.operation->scopes) {
                if (const Scope* scope = services.catalogue.scope(name)) {
                    route.scopes.push_back(scope);
                }
            }
            // A host route for the documents of modules exists without modules too, but nobody can call it.
            if (route.scopes.empty() && !route.operation->scopes.empty() &&
                route.operation->plugin != "host") {
                throw openapi::ContractError(route.operation->plugin + ": operation " + route.operation->id +
                                             " needs the scope " + route.operation->scopes.front() +
                                             ", which nobody declares");
            }
        }
    }

    ServerOptions options;
    Services& services;
    log::Metrics& metrics;
    AddressSet metricsAllow;
    std::deque<openapi::Contract> contracts; // routes refer to their operations and schemas
    std::deque<openapi::Contract> disabled;
    openapi::ServedDocument served;
    Pipeline pipeline;
    std::atomic<bool> announced{false};
    std::atomic<bool> draining{false};
    std::unique_ptr<Front> front;
};

Server::Server(ServerOptions options, Services& services, Gatekeeper& gatekeeper, log::Metrics& metrics)
    : impl_(std::make_unique<Impl>(std::move(options), services, gatekeeper, metrics)) {}

Server::~Server() = default;

void Server::addRoutes(const openapi::Contract& source, Handlers handlers) {
    const openapi::Contract& contract = impl_->contracts.emplace_back(source);
    for (const openapi::Operation& operation : contract.operations()) {
        const auto handler = handlers.find(operation.id);
        if (handler == handlers.end() || !handler->second) {
            throw openapi::ContractError("plugin " + contract.plugin() + ": operation " + operation.id +
                                         " (" + operation.method + ' ' + operation.path + ") has no handler");
        }
        Route& route = impl_->addRoute(operation);
        route.handler = std::move(handler->second);
        // Followers of the journal can catch up while other requests are refused.
        route.lane = operation.id == "listEvents" ? Lane::Reserved : Lane::Work;
        handlers.erase(handler);
    }
    if (!handlers.empty()) {
        throw openapi::ContractError("plugin " + contract.plugin() + ": the handler " +
                                     handlers.begin()->first + " has no operation in openapi.yaml");
    }
}

void Server::addDisabledRoutes(const openapi::Contract& source) {
    const openapi::Contract& contract = impl_->disabled.emplace_back(source);
    for (const openapi::Operation& operation : contract.operations()) {
        try {
            impl_->pipeline.add(operation).disabledModule = contract.plugin();
        } catch (const std::invalid_argument&) {
            continue; // an enabled plugin serves the same path
        }
    }
}

void Server::start() {
    impl_->resolveScopes();
    impl_->served = openapi::serve(impl_->merged());
    Front::Options options;
    options.address = impl_->options.address;
    options.port = impl_->options.port;
    options.limits = impl_->options.limits;
    options.trustedProxies = impl_->options.trustedProxies;
    options.certificate = impl_->options.certificate;
    options.key = impl_->options.key;
    impl_->front = std::make_unique<Front>(std::move(options), impl_->pipeline);
    impl_->metrics.collect([impl = impl_.get()](log::Exposition& out) { impl->front->expose(out); });
    impl_->front->start();
}

void Server::announce() {
    impl_->announced.store(true);
}

std::uint16_t Server::port() const {
    return impl_->front ? impl_->front->port() : impl_->options.port;
}

std::string Server::document() const {
    return impl_->merged().dump();
}

void Server::reloadCertificate() {
    if (impl_->front) {
        impl_->front->reloadCertificate();
    }
}

void Server::drain(std::chrono::seconds limit) {
    impl_->draining.store(true);
    if (!impl_->front) {
        return;
    }
    impl_->front->drain(limit);
    impl_->front->close();
}

} // namespace svc::host::http
