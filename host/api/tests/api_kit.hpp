#pragma once

#include "host/api/context.hpp"
#include "host/api/demonstration.hpp"
#include "host/api/embedded.hpp"
#include "host/api/manifest.hpp"
#include "host/auth/gatekeeper.hpp"
#include "host/auth/password.hpp"
#include "host/config/yaml_document.hpp"
#include "host/db/tests/scratch_cluster.hpp"
#include "host/http/front/answer.hpp"
#include "host/mail/mail_worker.hpp"
#include "host/openapi/contract.hpp"
#include "host/openapi/validator.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace svc::host::api::testing {

/// The contract of the host, compiled once.
inline const openapi::Contract& hostContract() {
    static const openapi::Contract contract = openapi::Contract::parse(
        "host", config::YamlDocument::parse(contractText(), "openapi.yaml").root().toJson());
    return contract;
}

/// The host's routes on a scratch cluster, without a socket: requests are checked against the contract, run
/// in a unit of work where they belong to a company, and their answers are checked against the contract as
/// well.
class ApiKit {
public:
    ApiKit()
        : cursors(std::string(32, 'c')),
          countries(
              config::Countries::load(db::testing::ScratchCluster::sourceTree() / "config/countries.yaml")) {
        auth::setLightHashes(true);
        cluster.migrate();
        declareHost(catalogue);
        declareShop();
        services =
            std::make_unique<Services>(Services{cluster.pool(), clock, catalogue, cursors, {}, {}, {}, {}});
        services->planLimit = [this](const std::string& plan, const std::string& key) -> std::int64_t {
            const auto found = limits.find(key);
            return plan == "unlimited" || found == limits.end() ? -1 : found->second;
        };
        ApiOptions options;
        options.modules = {"shop"};
        options.codeSealer = auth::Sealer(std::string(32, 's'));
        options.publicUrl = [] { return std::string("http://svc.test"); };
        outbox = std::make_unique<mail::Outbox>(*services, auth::Sealer(std::string(32, 'm')));
        context = std::make_unique<ApiContext>(*services, countries, *outbox, options);
        gatekeeper = std::make_unique<auth::DatabaseGatekeeper>(*services, options.modules);
        handlers = apiHandlers(*context);
    }

    struct Answer {
        int status = 0;
        Json body;
        http::Headers headers;
    };
    using Parameters = std::map<std::string, std::string, std::less<>>;

    /// Throws the ApiError of the handler.
    Answer call(const std::string& operationId, const std::string& credential, Parameters parameters = {},
                std::optional<Json> body = std::nullopt, Parameters query = {}, http::Headers headers = {}) {
        const openapi::Operation* operation = hostContract().operation(operationId);
        if (operation == nullptr) {
            throw std::runtime_error("no operation " + operationId);
        }
        http::Exchange exchange;
        exchange.parameters = std::move(parameters);
        exchange.headers = std::move(headers);
        exchange.query.assign(query.begin(), query.end());
        exchange.requestId = "request-1";
        exchange.address = "203.0.113.7";
        exchange.language = "en";
        if (!credential.empty()) {
            const auto company = exchange.parameters.find("companyId");
            auto entrance = gatekeeper->enter("Bearer " + credential,
                                              company == exchange.parameters.end()
                                                  ? std::nullopt
                                                  : std::optional<std::string_view>(company->second),
                                              exchange.address);
            exchange.caller = entrance.caller;
            exchange.company = entrance.company;
        }
        if (operation->ofCompany() && !exchange.company) {
            throw ApiError(404, "company-not-found");
        }
        if (body && operation->body != nullptr) {
            openapi::BodyValidator().check(*operation->body, *body);
        }
        exchange.json = std::move(body);
        run(*operation, exchange);
        return answerOf(*operation, exchange);
    }

    /// The message of the refusal; empty when the call succeeds.
    template <class... Arguments>
    std::string refusal(const Arguments&... arguments) {
        try {
            call(arguments...);
            return "";
        } catch (const ApiError& error) {
            return std::to_string(error.status()) + ' ' + std::string(error.code());
        } catch (const http::Refused& refused) {
            return std::to_string(refused.status()) + ' ' + refused.code();
        }
    }

    /// A company of its own, with its owner's session.
    struct Shop {
        Json made;
        std::string company;
        std::string token;
        std::string owner;
    };
    Shop newShop(const std::string& email) {
        Demonstration::Order order = Demonstration::firstStart("http://svc.test");
        order.ownerEmail = email;
        Shop shop;
        shop.made = Demonstration(*services, context->maker).make(order);
        shop.company = shop.made["companyId"].text();
        shop.token = logIn(email, shop.made["ownerPassword"].text());
        return shop;
    }

    std::string logIn(const std::string& email, const std::string& password) {
        return call("logIn", "", {}, Json::object({{"email", email}, {"password", password}}))
            .body["token"]
            .text();
    }

    /// Sends what is due, then gives the newest message to this address.
    std::string mailTo(const std::string& address) {
        mail::MailWorker::Options options;
        options.folder = cluster.folder() / "mail";
        mail::MailWorker(*services, *outbox, options).runDue();
        std::filesystem::path newest;
        std::string text;
        for (const auto& entry : std::filesystem::directory_iterator(options.folder)) {
            const std::string content = config::readFile(entry.path());
            if (content.find("To: " + address) != std::string::npos && entry.path() > newest) {
                newest = entry.path();
                text = content;
            }
        }
        return text;
    }

    /// Emits an event `shop.opened` of an object in a company.
    void emit(const std::string& company, const std::string& objectId,
              const std::string& type = "shop.opened") {
        UnitOfWork::Options options;
        options.company = *gatekeeper->company(*decodeId("com", company));
        UnitOfWork work(*services, options);
        work.emit("shop", type, "shop", objectId, Json::object({{"id", objectId}}));
        work.commit();
    }

    db::testing::ScratchCluster cluster;
    Clock clock;
    Catalogue catalogue;
    CursorSealer cursors;
    config::Countries countries;
    std::map<std::string, std::int64_t, std::less<>> limits;
    std::unique_ptr<Services> services;
    std::unique_ptr<mail::Outbox> outbox;
    std::unique_ptr<ApiContext> context;
    std::unique_ptr<auth::DatabaseGatekeeper> gatekeeper;
    Handlers handlers;
    int demonstrations = 0;

private:
    /// A plugin that takes part in the life of companies.
    void declareShop() {
        const auto scope = [&](const char* name) {
            catalogue.add(Scope{name, "Sales", {{"en", name}}, false, false, "", "shop"});
        };
        scope("sales:view");
        scope("sales:create");
        scope("reports:view"); // stands for the export scope in sessions
        catalogue.add(EventType{"shop.opened",
                                "shop",
                                "shop",
                                "3.0",
                                false,
                                "",
                                {},
                                {{"en", "Opened."}, {"fr", "Ouvert."}, {"de", "Offen."}}});
        catalogue.add(EventType{"till.closed",
                                "till",
                                "shop",
                                "3.0",
                                false,
                                "",
                                {},
                                {{"en", "Closed."}, {"fr", "Fermé."}, {"de", "Zu."}}});
        catalogue.add(NumberKind{"invoice", "INV-{YYYY}-{000000}", false, "shop"});
        catalogue.add(NumberKind{"ticket", "TKT-{BU}-{YYYY}-{000000}", true, "shop"});
        catalogue.add(Command{"shop.company_created", "shop", [](UnitOfWork& work, std::string_view) {
                                  return Json::object({{"locationId", encodeId("loc", work.newId())},
                                                       {"cashWalletId", encodeId("wal", work.newId())},
                                                       {"bankWalletId", encodeId("wal", work.newId())}})
                                      .dump();
                              }});
        catalogue.add(Command{"shop.demonstrate", "shop", [this](UnitOfWork&, std::string_view) {
                                  ++demonstrations;
                                  return std::string("{}");
                              }});
        catalogue.add(Command{"shop.plan_use", "shop",
                              [](UnitOfWork&, std::string_view) { return std::string(R"({"items":7})"); }});
        catalogue.add(Lifecycle{"shop", "shop.company_created", "shop.demonstrate"});
    }

    void run(const openapi::Operation& operation, http::Exchange& exchange) {
        const http::Handler& handler = handlers.at(operation.id);
        if (!operation.ofCompany()) {
            handler(exchange);
            return;
        }
        UnitOfWork::Options options;
        options.company = *exchange.company;
        options.actor = exchange.caller.actor();
        options.actorLabel = exchange.caller.label;
        options.requestId = exchange.requestId;
        UnitOfWork work(*services, options);
        exchange.work = &work;
        handler(exchange);
        if (operation.isWrite()) {
            work.commit();
        }
        exchange.work = nullptr;
    }

    static Answer answerOf(const openapi::Operation& operation, const http::Exchange& exchange) {
        Answer answer{exchange.status, Json(), exchange.answerHeaders};
        const auto declared = operation.answers.find(exchange.status);
        if (declared == operation.answers.end()) {
            throw std::runtime_error(operation.id + " answers " + std::to_string(exchange.status));
        }
        if (!exchange.answer.empty()) {
            answer.body = Json::parse(exchange.answer);
            if (declared->second.schema != nullptr) {
                const auto mismatch = openapi::findMismatch(*declared->second.schema, answer.body);
                if (mismatch) {
                    throw std::runtime_error(operation.id + ": " + *mismatch + " in " + exchange.answer);
                }
            }
        }
        return answer;
    }
};

/// One cluster for the whole program; each test makes a company of its own.
inline ApiKit& kit() {
    static ApiKit one;
    return one;
}

} // namespace svc::host::api::testing
