#include "host/http/server.hpp"

#include "host/http/tests/pipeline_fixture.hpp"

#include <Poco/Net/HTTPClientSession.h>
#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>
#include <Poco/StreamCopier.h>

#include <future>

namespace svc::host::http {
namespace {

using ::testing::HasSubstr;

class ServerTest : public testing::PipelineTest {
protected:
    Handlers handlersOf() {
        Handlers all;
        for (const auto& [id, handler] : handlers_) {
            all.emplace(id, [this, id = id](Exchange& exchange) { handlers_.at(id)(exchange); });
        }
        return all;
    }
    std::unique_ptr<Server> makeServer() {
        ServerOptions options;
        options.port = 0;
        options.limits.threads = 8;
        auto server = std::make_unique<Server>(options, services_, gatekeeper_, metrics_);
        return server;
    }
    struct Reply {
        int status = 0;
        std::string body;
        Poco::Net::HTTPResponse response;
    };
    static Reply call(Poco::Net::HTTPClientSession& session, const std::string& method,
                      const std::string& path, const std::string& text = {}, const std::string& as = "live") {
        Poco::Net::HTTPRequest request(method, path, Poco::Net::HTTPMessage::HTTP_1_1);
        request.set("Authorization", "Bearer " + as);
        if (method != "GET" && method != "HEAD") {
            request.setContentType("application/json");
            request.setContentLength(static_cast<std::streamsize>(text.size()));
        }
        session.sendRequest(request) << text;
        Reply reply;
        std::istream& stream = session.receiveResponse(reply.response);
        reply.status = reply.response.getStatus();
        Poco::StreamCopier::copyToString(stream, reply.body);
        return reply;
    }

    log::Metrics metrics_;
};

TEST_F(ServerTest, ServesOverKeptConnections) {
    const auto server = makeServer();
    server->addRoutes(contract_, handlersOf());
    server->start();
    ASSERT_NE(server->port(), 0);
    Poco::Net::HTTPClientSession session("127.0.0.1", server->port());
    session.setKeepAlive(true);
    EXPECT_EQ(call(session, "GET", "/health").status, 200);
    EXPECT_EQ(call(session, "GET", "/ready").status, 503) << "nobody said that the start is over";
    server->announce();
    EXPECT_EQ(call(session, "GET", "/ready").status, 200);
    const Reply created = call(session, "POST", "/companies/com_1/orders", body());
    EXPECT_EQ(created.status, 201);
    EXPECT_EQ(created.body, order().dump());
    EXPECT_EQ(created.response.getReason(), "Created");
    const Reply head = call(session, "HEAD", "/companies/com_1/orders");
    EXPECT_EQ(head.status, 200);
    EXPECT_EQ(head.body, "");
    EXPECT_EQ(head.response.getContentLength(), 2);
    EXPECT_EQ(call(session, "GET", "/versions").body,
              R"([{"version":"3.0","state":"current","since":"2026-11-01","sunset":null}])");
    const Reply document = call(session, "GET", "/openapi.json");
    EXPECT_EQ(Json::parse(document.body, 64)["openapi"].text(), "3.1.0");
    EXPECT_TRUE(document.response.has("ETag"));
    const Reply figures = call(session, "GET", "/metrics");
    EXPECT_THAT(
        figures.body,
        HasSubstr(
            R"(svc_http_requests_total{route="createOrder",method="POST",status="201",status_class="2xx"} 1)"));
    EXPECT_THAT(figures.body, HasSubstr("svc_db_pool_size 8"));
    server->drain(std::chrono::seconds(1));
}

TEST_F(ServerTest, OperationsAndHandlersMustBeTwins) {
    const auto server = makeServer();
    Handlers missing = handlersOf();
    missing.erase("sayHello");
    try {
        server->addRoutes(contract_, std::move(missing));
        FAIL();
    } catch (const openapi::ContractError& error) {
        EXPECT_STREQ(error.what(),
                     "plugin orders: operation sayHello (GET /public/{shopSlug}/hello) has no handler");
    }
    const auto second = makeServer();
    Handlers more = handlersOf();
    more["deleteOrder"] = [](Exchange&) {};
    try {
        second->addRoutes(contract_, std::move(more));
        FAIL();
    } catch (const openapi::ContractError& error) {
        EXPECT_STREQ(error.what(), "plugin orders: the handler deleteOrder has no operation in openapi.yaml");
    }
}

TEST_F(ServerTest, RoutesOfADisabledPluginSayWhichOne) {
    const auto server = makeServer();
    server->addDisabledRoutes(contract_);
    server->start();
    Poco::Net::HTTPClientSession session("127.0.0.1", server->port());
    const Reply reply = call(session, "GET", "/companies/com_1/orders");
    EXPECT_EQ(reply.status, 503);
    EXPECT_THAT(reply.body, HasSubstr("module-disabled:orders"));
    EXPECT_TRUE(reply.response.has("Retry-After"));
}

TEST_F(ServerTest, DrainingLetsTheRunningRequestFinish) {
    std::promise<void> entered;
    std::promise<void> release;
    std::shared_future<void> released = release.get_future().share();
    handlers_["listOrders"] = [&](Exchange& exchange) {
        entered.set_value();
        released.wait();
        exchange.reply(200, Json::array());
    };
    const auto server = makeServer();
    server->addRoutes(contract_, handlersOf());
    server->start();
    const std::uint16_t port = server->port();
    auto running = std::async(std::launch::async, [port] {
        Poco::Net::HTTPClientSession session("127.0.0.1", port);
        return call(session, "GET", "/companies/com_1/orders").status;
    });
    entered.get_future().wait();
    auto drained = std::async(std::launch::async, [&] { server->drain(std::chrono::seconds(10)); });
    EXPECT_EQ(drained.wait_for(std::chrono::milliseconds(50)), std::future_status::timeout);
    release.set_value();
    EXPECT_EQ(running.get(), 200);
    drained.get();
}

} // namespace
} // namespace svc::host::http
