// The sender of webhooks with malicious receivers: every attempt ends at its deadline, only a limited part of
// an answer is read, and only the checked address is connected.
#include "host/webhooks/https_sender.hpp"

#include <filesystem>
#include <memory>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/https_receiver.hpp"

namespace svc::test {
namespace {

using host::webhooks::AddressPolicy;
using host::webhooks::HttpsSender;
using host::webhooks::makeTlsContext;
using host::webhooks::Outcome;
using std::chrono::milliseconds;

constexpr milliseconds Limit{1500};

/// A port of 127.0.0.1 that accepts connections and never sends a byte.
class Listener {
public:
    Listener() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        EXPECT_EQ(::bind(socket_, reinterpret_cast<const sockaddr*>(&address), size), 0);
        EXPECT_EQ(::listen(socket_, 8), 0);
        EXPECT_EQ(::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size), 0);
        port_ = ntohs(address.sin_port);
    }
    ~Listener() { close(); }
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    void close() {
        if (socket_ >= 0) {
            ::close(socket_);
        }
        socket_ = -1;
    }
    std::string hostAndPort() const { return "127.0.0.1:" + std::to_string(port_); }

private:
    int socket_;
    std::uint16_t port_ = 0;
};

class Sender : public ::testing::Test {
protected:
    ~Sender() override {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    Outcome send(HttpsSender& sender, const std::string& url) {
        const auto start = std::chrono::steady_clock::now();
        Outcome outcome = sender.send({url, {{"Content-Type", "application/json"}}, "{}"});
        took_ = std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - start);
        return outcome;
    }
    Outcome send(const std::string& path) {
        HttpsSender sender(policy_, makeTlsContext(receiver_.certificate().string()), Limit);
        return send(sender, receiver_.url(path));
    }
    void expectEndedAtTheDeadline(const Outcome& outcome) const {
        EXPECT_EQ(outcome.error, "timeout");
        EXPECT_FALSE(outcome.httpStatus);
        EXPECT_GE(took_, Limit - milliseconds(50));
        EXPECT_LT(took_, Limit + std::chrono::seconds(3));
    }

    std::filesystem::path folder_ =
        std::filesystem::temp_directory_path() / ("svc-sender-" + std::to_string(::getpid()));
    HttpsReceiver receiver_{folder_};
    AddressPolicy policy_{{receiver_.hostAndPort()}};
    milliseconds took_{0};
};

TEST_F(Sender, AByteNowAndThenDoesNotMoveTheDeadline) {
    receiver_.react([](const Received&) {
        Reaction reaction;
        reaction.each = milliseconds(150); // the status line takes more than 2 s
        return reaction;
    });
    expectEndedAtTheDeadline(send("/trickle"));
}

TEST_F(Sender, AHandshakeThatNeverBeginsEndsAtTheDeadline) {
    const Listener silent;
    const AddressPolicy policy({silent.hostAndPort()});
    HttpsSender sender(policy, makeTlsContext(receiver_.certificate().string()), Limit);
    expectEndedAtTheDeadline(send(sender, "https://" + silent.hostAndPort() + "/hook"));
}

TEST_F(Sender, APortWhereNobodyListensIsAConnectionFailure) {
    Listener gone;
    gone.close();
    const AddressPolicy policy({gone.hostAndPort()});
    HttpsSender sender(policy, makeTlsContext(""), Limit);
    EXPECT_EQ(send(sender, "https://" + gone.hostAndPort() + "/hook").error, "connection");
}

TEST_F(Sender, ACertificateOfNobodyKnownIsATlsFailureAndNothingIsSent) {
    HttpsSender sender(policy_, makeTlsContext(""), Limit);
    EXPECT_EQ(send(sender, receiver_.url("/secret")).error, "tls");
    EXPECT_TRUE(receiver_.received("/secret").empty());
}

TEST_F(Sender, AnAddressThatIsNotAllowedIsNeverReached) {
    const AddressPolicy strict({});
    HttpsSender sender(strict, makeTlsContext(receiver_.certificate().string()), Limit);
    EXPECT_EQ(send(sender, receiver_.url("/inside")).error, "address-private");
    EXPECT_TRUE(receiver_.received("/inside").empty());
}

TEST_F(Sender, LittleIsReadOfALongAnswer) {
    receiver_.react([](const Received&) {
        return Reaction::status(200, {}, std::string(std::size_t{8} * 1024 * 1024, 'x'));
    });
    const Outcome outcome = send("/long");
    EXPECT_TRUE(outcome.success());
    EXPECT_EQ(outcome.excerpt, std::string(1024, 'x'));
    EXPECT_LT(took_, std::chrono::seconds(5));
}

TEST_F(Sender, AnAnswerThatIsNoHttpFails) {
    receiver_.react([](const Received&) {
        Reaction reaction;
        reaction.text = "SSH-2.0-OpenSSH_9.2\r\n\r\n";
        return reaction;
    });
    EXPECT_EQ(send("/ssh").error, "connection");
}

} // namespace
} // namespace svc::test
