#pragma once

#include "host/db/tests/shared_cluster.hpp"
#include "host/http/pipeline/pipeline.hpp"
#include "host/log/log.hpp"
#include "host/openapi/tests/sample_contract.hpp"

#include <svc/error.hpp>

#include <gmock/gmock.h>

#include <atomic>
#include <memory>
#include <string>

namespace svc::host::http::testing {

/// Knows three keys and a session by the word after Bearer, and one company.
class FakeGatekeeper : public Gatekeeper {
public:
    Entrance enter(std::optional<std::string_view> authorization, std::optional<std::string_view> companyId,
                   std::string_view) override {
        ++asked;
        Entrance entrance;
        Caller& caller = entrance.caller;
        caller.id = Uuid::parse("01935000-0000-7000-8000-0000000000aa").value();
        caller.label = "Test";
        caller.scopes = {"orders:view", "orders:create"};
        if (authorization == "Bearer live") {
            caller.kind = Caller::Kind::Key;
        } else if (authorization == "Bearer test") {
            caller.kind = Caller::Kind::Key;
            caller.live = false;
            caller.id = Uuid::parse("01935000-0000-7000-8000-0000000000bb").value();
        } else if (authorization == "Bearer reader") {
            caller.kind = Caller::Kind::Key;
            caller.scopes = {"orders:view"};
        } else if (authorization == "Bearer session") {
            caller.kind = Caller::Kind::Session;
        } else {
            throw ApiError(401, "api-key-invalid");
        }
        if (companyId == CompanyId) {
            entrance.company = company(Uuid());
        }
        return entrance;
    }
    std::optional<CompanyFacts> company(const Uuid&) override {
        CompanyFacts facts;
        facts.id = Uuid::parse(db::testing::SharedCluster::First).value();
        facts.currency = Currency::of("EUR");
        facts.timeZone = "Europe/Paris";
        facts.language = "fr";
        facts.plan = "standard";
        facts.json = "{}";
        return facts;
    }

    std::optional<CompanyFacts> companyOfSlug(std::string_view slug) override {
        return slug == "cafe" ? company(Uuid()) : std::nullopt;
    }
    std::optional<PublicDocument> publicDocument(std::string_view token) override {
        return token == "sealed" ? std::optional(PublicDocument{Uuid(), "order", "ord_1"}) : std::nullopt;
    }

    /// Returns a cached caller for everybody; the proof holds when the header equals `truth`.
    std::unique_ptr<Recollection> recall(std::optional<std::string_view> authorization,
                                         std::optional<std::string_view> companyId,
                                         std::string_view address) override {
        if (!remembers) {
            return nullptr;
        }
        ++recalled;
        auto recollection = std::make_unique<Recollection>();
        recollection->entrance = enter("Bearer live", companyId, address);
        --asked;
        recollection->entrance.caller.label = "Remembered";
        recollection->proof.sql = "SELECT $1::text";
        recollection->proof.params = {std::string(authorization.value_or(""))};
        recollection->proof.holds = [this](const db::Rows& rows) { return rows.text(0, 0) == truth; };
        return recollection;
    }

    static constexpr std::string_view CompanyId = "com_1";
    int asked = 0;
    int recalled = 0;
    bool remembers = false;
    std::string truth = "Bearer live";
};

/// A pipeline with the sample contract on a scratch database, called without sockets.
class PipelineTest : public ::testing::Test {
protected:
    PipelineTest() : services_{db::testing::shared().pool(), clock_, catalogue_, cursors_, {}, {}, {}, {}} {
        log::setSink([this](std::string_view line) { lines_.emplace_back(line); });
        declare();
        Pipeline::Options options;
        options.validate = true;
        options.record = [this](RequestRecord record) { records_.push_back(std::move(record)); };
        pipeline_ = std::make_unique<Pipeline>(std::move(options), services_, gatekeeper_);
        for (const openapi::Operation& operation : contract_.operations()) {
            Route& route = pipeline_->add(operation);
            for (const std::string& scope : operation.scopes) {
                route.scopes.push_back(catalogue_.scope(scope));
            }
            route.handler = [this, id = operation.id](Exchange& exchange) {
                ++runs_;
                handlers_.at(id)(exchange);
            };
        }
        handlers_["createOrder"] = [](Exchange& exchange) { createOrder(exchange); };
        handlers_["listOrders"] = [](Exchange& exchange) { exchange.reply(200, Json::array()); };
        handlers_["answerOrder"] = [](Exchange& exchange) { exchange.reply(200, Json::object()); };
        handlers_["listPeople"] = [](Exchange& exchange) { exchange.reply(200, Json::array()); };
        handlers_["sayHello"] = [](Exchange& exchange) { exchange.reply(200, Json::object()); };
        handlers_["sendOrder"] = [](Exchange& exchange) { exchange.reply(202, *exchange.json); };
        handlers_["importOrders"] = [](Exchange& exchange) {
            exchange.reply(200, Json::object({{"json", exchange.json.has_value()}}));
        };
        key_ = "key-" + std::to_string(++counter()) + "-of-a-test";
        document_ = "ord-" + std::to_string(counter());
    }
    ~PipelineTest() override {
        log::setSink({});
        if (HasFailure()) {
            for (const std::string& line : lines_) {
                log::info({}, line);
            }
        }
    }

    static Json order() {
        return Json::object({{"id", "ord_1"}, {"version", 1}, {"total", 5}, {"partner", nullptr}});
    }
    static void createOrder(Exchange& exchange) {
        const std::string document = (*exchange.json)["partnerId"].text();
        exchange.work->history("order", document, "created", "[]");
        exchange.work->emit("orders", "order.created", "order", document,
                            Json::object({{"number", exchange.work->dryRun() ? "DRAFT" : "1"}}));
        exchange.work->note("postings", Json::array({Json::object({{"account", "411"}})}));
        exchange.reply(201, order());
    }

    std::string body(const std::string& more = {}) const {
        return R"({"partnerId":")" + document_ + R"(","lines":[{"quantity":1,"label":"Tea"}])" + more + "}";
    }

    static RawRequest requestOf(std::string method, std::string target, std::string text, Headers headers) {
        RawRequest request;
        request.method = std::move(method);
        request.target = std::move(target);
        request.version = "HTTP/1.1";
        request.peer = "192.0.2.1";
        request.headers = std::move(headers);
        request.headers.emplace_back("Host", "localhost");
        if (request.method != "GET" || !text.empty()) {
            request.headers.emplace_back("Content-Length", std::to_string(text.size()));
            if (!request.header("Content-Type")) {
                request.headers.emplace_back("Content-Type", "application/json");
            }
        }
        request.body = std::move(text);
        return request;
    }
    Answer ask(std::string method, std::string target, std::string text, Headers headers) {
        RawRequest request =
            requestOf(std::move(method), std::move(target), std::move(text), std::move(headers));
        return pipeline_->handle(request);
    }
    /// The group in which a request would wait for a thread.
    std::string whose(const std::string& target, const std::string& as) {
        RawRequest request = requestOf("GET", target, {}, {{"Authorization", "Bearer " + as}});
        return pipeline_->receive(request).whose;
    }
    Answer post(const std::string& text, Headers headers = {}, const std::string& as = "live") {
        headers.emplace_back("Authorization", "Bearer " + as);
        return ask("POST", "/companies/com_1/orders", text, std::move(headers));
    }
    Answer get(const std::string& target, const std::string& as = "live") {
        return ask("GET", target, {}, {{"Authorization", "Bearer " + as}});
    }

    static std::string code(const Answer& answer) {
        return answer.status < 400 ? std::string() : Json::parse(answer.body)["message"].text();
    }
    static std::string header(const Answer& answer, std::string_view name) {
        for (const auto& [key, value] : answer.headers) {
            if (key == name) {
                return value;
            }
        }
        return {};
    }
    /// How many times the effect of this test's order is in the database.
    std::size_t effects() const {
        db::Transaction transaction(services_.pool, db::testing::SharedCluster::First);
        return transaction.query("SELECT 1 FROM svc.history WHERE document_id = $1", {document_}).count();
    }

    Clock clock_;
    Catalogue catalogue_;
    CursorSealer cursors_{std::string(32, 'k')};
    Services services_;
    FakeGatekeeper gatekeeper_;
    openapi::Contract contract_ = openapi::testing::sampleContract();
    std::unique_ptr<Pipeline> pipeline_;
    std::map<std::string, Handler> handlers_;
    std::vector<RequestRecord> records_;
    std::vector<std::string> lines_;
    std::atomic<int> runs_{0};
    std::string key_;
    std::string document_;

private:
    static int& counter() {
        static int count = 0;
        return count;
    }
    void declare() {
        for (const char* name : {"orders:view", "orders:create", "orders:update"}) {
            Scope scope;
            scope.scope = name;
            scope.module = "Orders";
            catalogue_.add(scope);
        }
        EventType type;
        type.type = "order.created";
        type.object = "order";
        type.module = "orders";
        type.schema = "EventOrderCreated";
        catalogue_.add(type);
        catalogue_.addConstraint("history_pkey", {"already-exists:id", 400});
    }
};

} // namespace svc::host::http::testing
