#include "host/webhooks/plugin_calls.hpp"

#include <gtest/gtest.h>

#include <thread>

#include <arpa/inet.h>
#include <unistd.h>

#include "host/plugin/permissions.hpp"
#include "host/webhooks/whole_answer.hpp"

namespace svc::host::webhooks {
namespace {

/// Answers each connection on 127.0.0.1 with the same text and closes it.
class PlainServer {
public:
    explicit PlainServer(std::string answer, int connections) : answer_(std::move(answer)) {
        listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        ::bind(listener_, reinterpret_cast<const sockaddr*>(&address), size);
        ::listen(listener_, 8);
        ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
        port_ = ntohs(address.sin_port);
        thread_ = std::thread([this, connections] { serve(connections); });
    }
    ~PlainServer() {
        thread_.join();
        ::close(listener_);
    }
    PlainServer(const PlainServer&) = delete;
    PlainServer& operator=(const PlainServer&) = delete;

    std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
    const std::string& received() const { return received_; }

private:
    void serve(int connections) {
        for (int i = 0; i < connections; ++i) {
            const int socket = ::accept(listener_, nullptr, nullptr);
            std::string buffer(4096, '\0');
            const ssize_t count = ::recv(socket, buffer.data(), buffer.size(), 0);
            received_ = buffer.substr(0, count > 0 ? static_cast<std::size_t>(count) : 0);
            ::send(socket, answer_.data(), answer_.size(), MSG_NOSIGNAL);
            ::close(socket);
        }
    }

    std::string answer_;
    std::string received_;
    int listener_ = -1;
    std::uint16_t port_ = 0;
    std::thread thread_;
};

class PluginCallsTest : public ::testing::Test {
protected:
    HttpAnswer send(const std::string& url, std::chrono::milliseconds limit = std::chrono::seconds(5)) {
        HttpRequest request;
        request.plugin = "acme";
        request.places = &places;
        request.method = "POST";
        request.url = url;
        request.body = "body";
        request.deadline = std::chrono::steady_clock::now() + limit;
        request.mostBytes = 1000;
        return calls.send(request);
    }

    std::vector<HttpPlace> places;
    std::vector<std::string> records;
    AddressPolicy policy{{}};
    Clock clock;
    PluginCalls calls{policy, makeTlsContext(""), "", clock,
                      [this](const HttpRequest& request, const std::string& place, const HttpAnswer& answer) {
                          records.push_back(request.method + ' ' + place + ' ' +
                                            std::to_string(answer.status) + answer.error);
                      }};
};

TEST_F(PluginCallsTest, GoInTheClearWhereTheAdministratorSaysSo) {
    PlainServer server("HTTP/1.1 201 Created\r\nX-Id: 7\r\nContent-Length: 2\r\n\r\nok", 1);
    places.push_back(*plugin::placeOfAddress(server.url() + "/v1"));
    const HttpAnswer answer = send(server.url() + "/v1/links?token=s3cret");
    EXPECT_EQ(answer.status, 201);
    EXPECT_EQ(answer.body, "ok");
    EXPECT_NE(answer.headers.find("X-Id: 7\r\n"), std::string::npos);
    EXPECT_EQ(server.received().substr(0, server.received().find("\r\n")),
              "POST /v1/links?token=s3cret HTTP/1.1");
    ASSERT_EQ(records.size(), 1U);
    EXPECT_EQ(records[0].find("s3cret"), std::string::npos) << "a query may hold secrets";
    EXPECT_NE(records[0].find("/v1/links 201"), std::string::npos);
}

TEST_F(PluginCallsTest, AreNotMadeElsewhere) {
    places.push_back({"api.acme.example", {443}, false, false});
    EXPECT_EQ(send("http://api.acme.example/").error, "permission-refused");
    EXPECT_EQ(send("https://api.acme.example:444/").error, "permission-refused");
    EXPECT_EQ(send("https://api.acme.example.evil.example/").error, "permission-refused");
    EXPECT_EQ(send("https://user@api.acme.example/").error, "permission-refused");
    places.push_back({"*", {443}, false, false});
    EXPECT_EQ(send("https://127.0.0.1/").error, "address-refused") << "any public address is not this one";
    EXPECT_EQ(send("https://localhost/").error, "address-refused");
}

TEST_F(PluginCallsTest, TellWhyThereIsNoAnswer) {
    const struct {
        const char* text;
        const char* error;
    } answers[] = {{"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", "answer-lost"},
                   {"rubbish\r\n\r\n", "answer-lost"},
                   {"", "answer-lost"},
                   {"HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n", "too-large"}};
    for (const auto& [text, error] : answers) {
        PlainServer server(text, 1);
        places = {*plugin::placeOfAddress(server.url())};
        EXPECT_EQ(send(server.url() + '/').error, error) << text;
    }
}

TEST_F(PluginCallsTest, TellWhetherTheOtherSideMayHaveGotTheRequest) {
    using std::chrono::milliseconds;
    const PlainServer silent("", 0); // the kernel connects, nobody answers
    places = {*plugin::placeOfAddress(silent.url())};
    EXPECT_EQ(send(silent.url() + '/', milliseconds(100)).error, "timeout") << "it was sent";
    EXPECT_EQ(send(silent.url() + '/', milliseconds(0)).error, "connect") << "no connection in time";
    const PlainServer plain("no TLS", 1);
    const std::string secure = "https" + plain.url().substr(4);
    places = {*plugin::placeOfAddress(secure)};
    EXPECT_EQ(send(secure + '/').error, "tls");
}

TEST_F(PluginCallsTest, LeaveAPlaceAloneThatDoesNotAnswerAndTryItWithOne) {
    std::string nobody;
    {
        PlainServer server("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n", 4);
        nobody = server.url();
        places = {*plugin::placeOfAddress(nobody)};
        for (int i = 0; i < 4; ++i) {
            EXPECT_EQ(send(nobody + '/').status, 503);
        }
    }
    EXPECT_EQ(send(nobody + '/').error, "connect");
    const HttpAnswer refused = send(nobody + '/');
    EXPECT_EQ(refused.error, "circuit-open");
    EXPECT_EQ(refused.headers.substr(0, 13), "Retry-After: ");
    EXPECT_NE(records.back().find("circuit-open"), std::string::npos);
    EXPECT_EQ(calls.circuits().open(), (std::map<std::string, std::int64_t>{{"acme", 1}}));
    PlainServer other("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", 1);
    places.push_back(*plugin::placeOfAddress(other.url()));
    EXPECT_EQ(send(other.url() + '/').status, 200) << "another place";
    clock.setOffset(31 * Instant::Second);
    EXPECT_EQ(send(nobody + '/').error, "connect") << "one is let through";
    EXPECT_EQ(send(nobody + '/').error, "circuit-open");
}

TEST_F(PluginCallsTest, TakeAFaultOfSoapForAnAnswer) {
    const std::string fault = "<s:Envelope><s:Body><s:Fault/></s:Body></s:Envelope>";
    PlainServer server(
        "HTTP/1.1 500 Error\r\nContent-Length: " + std::to_string(fault.size()) + "\r\n\r\n" + fault, 6);
    places = {*plugin::placeOfAddress(server.url())};
    for (int i = 0; i < 6; ++i) {
        EXPECT_EQ(send(server.url() + '/').status, 500);
    }
}

TEST_F(PluginCallsTest, GiveMessagesToMailServersAlone) {
    MailDelivery delivery;
    delivery.plugin = "smtp";
    delivery.user = "shop";
    delivery.password = "secret";
    delivery.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(5);
    const auto errorAt = [&](const std::string& host, std::uint16_t port) {
        delivery.host = host;
        delivery.port = port;
        const MailOutcome outcome = calls.deliver(delivery);
        EXPECT_EQ(outcome.result, MailOutcome::Result::Unreachable);
        return outcome.error;
    };
    EXPECT_EQ(errorAt("127.0.0.1", 587), "address-refused");
    EXPECT_EQ(errorAt("localhost", 465), "address-refused");
    EXPECT_EQ(errorAt("mail.example.com", 22), "address-refused") << "no port of mail servers";
    EXPECT_EQ(errorAt("mail.example.com/x", 587), "address-refused");
    EXPECT_EQ(records.back(), "SMTP mail.example.com/x:587 0address-refused");
}

TEST_F(PluginCallsTest, DoNotWaitForAMailServerThatIsSilent) {
    for (const bool tls : {false, true}) {
        PlainServer silent("", 1); // waits for the client to speak first, then hangs up
        const auto url = parseHookUrl("https" + silent.url().substr(4) + '/');
        const AddressPolicy local({url->host + ':' + std::to_string(url->port)});
        PluginCalls mail(local, makeTlsContext(""), "", clock,
                         [](const HttpRequest&, const std::string&, const HttpAnswer&) {});
        MailDelivery delivery;
        delivery.plugin = "smtp";
        delivery.host = url->host;
        delivery.port = url->port;
        delivery.implicitTls = tls;
        delivery.user = "shop";
        delivery.text = "Subject: F-7\r\n\r\nBonjour";
        delivery.from = "books@quais.example";
        delivery.to = "anne@hotel.example";
        // With TLS the server hangs up when the handshake begins; without it the call waits for a greeting
        // until the deadline.
        delivery.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(tls ? 30'000 : 300);
        const MailOutcome outcome = mail.deliver(delivery);
        EXPECT_EQ(outcome.result, MailOutcome::Result::Unreachable)
            << "certainly not sent: it is tried again";
        EXPECT_EQ(outcome.error, tls ? "tls" : "timeout")
            << "it is for the server to begin, unless it is TLS";
        EXPECT_EQ(outcome.status, 0);
    }
}

TEST(Places, AreMatchedByNameAndPort) {
    const auto found = [](const char* pattern, const char* url) {
        const std::vector<HttpPlace> places{{pattern, {443}, false, false}};
        return placeFor(places, *parseHookUrl(url)) != nullptr;
    };
    EXPECT_TRUE(found("*.eu.acme.example", "https://a.eu.acme.example/x"));
    EXPECT_FALSE(found("*.eu.acme.example", "https://a.b.eu.acme.example/"));
    EXPECT_FALSE(found("*.eu.acme.example", "https://eu.acme.example/"));
    EXPECT_TRUE(plugin::isPlacePattern("api.acme.example"));
    EXPECT_TRUE(plugin::isPlacePattern("*.acme.example"));
    for (const char* wrong : {"*.example", "acme", "https://acme.example", "a.*.example", "127.0.0.1", ""}) {
        EXPECT_FALSE(plugin::isPlacePattern(wrong)) << wrong;
    }
    EXPECT_EQ(plugin::placeOfAddress("http://[::1]:8080/x")->host, "::1");
    EXPECT_EQ(plugin::placeOfAddress("https://Mock.example")->ports, std::vector<std::uint16_t>{443});
    EXPECT_FALSE(plugin::placeOfAddress("ftp://mock.example"));
    EXPECT_FALSE(plugin::placeOfAddress("http://mock.example:99999"));
}

TEST(WholeAnswer, ReadsPiecesAndPassesOverInterimAnswers) {
    WholeAnswer answer(100, false);
    const std::string text =
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n";
    bool done = false;
    for (const char c : text) {
        EXPECT_FALSE(done);
        done = answer.take(std::string(1, c));
    }
    EXPECT_TRUE(done);
    EXPECT_EQ(answer.status(), 200);
    EXPECT_EQ(answer.body(), "abcde");
    EXPECT_TRUE(answer.reusable());
}

TEST(WholeAnswer, OfHeadHasNoBody) {
    WholeAnswer answer(100, true);
    EXPECT_TRUE(answer.take("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n"));
    EXPECT_EQ(answer.body(), "");
}

TEST(WholeAnswer, WithoutLengthEndsWithTheConnection) {
    WholeAnswer answer(100, false);
    EXPECT_FALSE(answer.take("HTTP/1.1 200 OK\r\n\r\nto the end"));
    answer.end();
    EXPECT_EQ(answer.body(), "to the end");
    EXPECT_FALSE(answer.reusable());
}

} // namespace
} // namespace svc::host::webhooks
