// svc-host listen: events of the journal on a developer's machine, in the form of webhooks.
#include <atomic>
#include <csignal>
#include <filesystem>
#include <mutex>
#include <thread>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <svc/text.hpp>

#include "support/background_program.hpp"
#include "support/checks.hpp"
#include "support/https_receiver.hpp"
#include "support/program.hpp"

namespace svc::test {
namespace {

namespace fs = std::filesystem;

/// A developer's program: plain HTTP on this machine, one connection at a time.
class LocalReceiver {
public:
    explicit LocalReceiver(std::uint16_t port = 0) {
        listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const int on = 1;
        ::setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
            ::listen(listener_, 8) != 0 ||
            ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
            throw std::runtime_error("the local receiver cannot listen");
        }
        port_ = ntohs(address.sin_port);
        thread_ = std::thread([this] { serve(); });
    }
    ~LocalReceiver() {
        stopping_ = true;
        ::shutdown(listener_, SHUT_RDWR);
        thread_.join();
        ::close(listener_);
    }
    LocalReceiver(const LocalReceiver&) = delete;
    LocalReceiver& operator=(const LocalReceiver&) = delete;

    std::uint16_t port() const { return port_; }
    std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/svc"; }
    std::vector<Received> waitFor(std::size_t count) const {
        for (int i = 0; i < 800; ++i) {
            {
                const std::lock_guard lock(mutex_);
                if (received_.size() >= count) {
                    return received_;
                }
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(25));
        }
        const std::lock_guard lock(mutex_);
        return received_;
    }

private:
    void serve() {
        while (!stopping_) {
            const int connection = ::accept(listener_, nullptr, nullptr);
            if (connection < 0) {
                continue;
            }
            std::string text;
            char buffer[8192];
            for (std::size_t end = 0; end == 0;) {
                const ssize_t count = ::recv(connection, buffer, sizeof buffer, 0);
                if (count <= 0) {
                    break;
                }
                text.append(buffer, static_cast<std::size_t>(count));
                end = take(text);
            }
            const std::string_view answer =
                "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
            ::send(connection, answer.data(), answer.size(), MSG_NOSIGNAL);
            ::close(connection);
        }
    }
    /// Stores a complete request and returns its length; 0 while it is incomplete.
    std::size_t take(const std::string& text) {
        const std::size_t end = text.find("\r\n\r\n");
        if (end == std::string::npos) {
            return 0;
        }
        Received request;
        std::size_t length = 0;
        const std::string_view head = std::string_view(text).substr(0, end);
        for (const std::string_view raw : split(head, '\n')) {
            const std::string_view line = trim(raw);
            const std::size_t colon = line.find(": ");
            if (colon == std::string_view::npos) {
                request.path = std::string(split(line, ' ').at(1));
                continue;
            }
            const std::string name = lowerAscii(line.substr(0, colon));
            request.headers[name] = std::string(line.substr(colon + 2));
            if (name == "content-length") {
                length = static_cast<std::size_t>(parseInt64(request.headers[name]).value_or(0));
            }
        }
        if (text.size() < end + 4 + length) {
            return 0;
        }
        request.body = text.substr(end + 4, length);
        const std::lock_guard lock(mutex_);
        received_.push_back(request);
        return end;
    }

    int listener_ = -1;
    std::uint16_t port_ = 0;
    std::atomic<bool> stopping_{false};
    mutable std::mutex mutex_;
    std::vector<Received> received_;
    std::thread thread_;
};

class Listen : public ::testing::Test {
protected:
    ~Listen() override { fs::remove(bookmark_); }

    std::vector<std::string> words(const LocalReceiver& receiver, std::vector<std::string> more) const {
        std::vector<std::string> all{hostProgram(),  "listen",
                                     "--url",        "http://127.0.0.1:" + std::to_string(service.port()),
                                     "--company",    service.value("companyId"),
                                     "--forward-to", receiver.url()};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
    std::string makeSale() {
        const Answer sale = service.live().post(service.company("/sales"), smallSale());
        EXPECT_TRUE(hasStatus(sale, 201));
        return sale.json.textOr("id");
    }

    RunningService& service = sharedService();
    const std::string environment_ = "SVC_KEY=" + service.value("liveKey");
    const fs::path bookmark_ = fs::temp_directory_path() / ("svc-bookmark-" + std::to_string(::getpid()));
};

TEST_F(Listen, ForwardsWhatHappensFromNowOnInTheFormOfAWebhook) {
    makeSale();
    const LocalReceiver receiver;
    BackgroundProgram listener(words(receiver, {"--events", "sale.*"}), {environment_});
    ASSERT_TRUE(listener.waitForLines(2)) << listener.errors();
    const std::string secret = listener.lines().front().substr(7);
    EXPECT_EQ(secret.rfind("whsec_", 0), 0U);
    const std::string sale = makeSale();
    const auto received = receiver.waitFor(1);
    ASSERT_FALSE(received.empty()) << listener.output() << listener.errors();
    const Received& first = received.front();
    EXPECT_EQ(first.json()["objectId"].text(), sale) << "older events are not sent";
    EXPECT_TRUE(isSignedWith(first, secret));
    EXPECT_FALSE(isSignedWith(first, secret + "x"));
    EXPECT_EQ(first.path, "/svc");
    EXPECT_EQ(first.header("svc-event-type"), first.json()["type"].text());
    EXPECT_EQ("evt_" + first.header("svc-event-id"), first.json()["id"].text());
    EXPECT_EQ(first.header("svc-delivery-attempt"), "1");
    EXPECT_EQ(first.header("user-agent"), "svc-webhooks/1.0");
    EXPECT_EQ(first.header("content-type"), "application/json");
    EXPECT_EQ(first.body, service.live().get(service.company("/events/" + first.json()["id"].text())).body)
        << "the very bytes";
    EXPECT_EQ(listener.end(SIGTERM), 128 + SIGTERM);
}

TEST_F(Listen, GoesOnWhereItWasStoppedAndWaitsForAProgramThatIsDown) {
    auto receiver = std::make_unique<LocalReceiver>();
    const auto order = words(*receiver, {"--events", "sale.created", "--bookmark", bookmark_.string()});
    std::string first;
    {
        BackgroundProgram listener(order, {environment_});
        ASSERT_TRUE(listener.waitForLines(2)) << listener.errors();
        first = makeSale();
        ASSERT_EQ(receiver->waitFor(1).size(), 1U);
        ASSERT_TRUE(listener.waitForLines(3));
        for (int i = 0; i < 200 && !fs::exists(bookmark_); ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(25));
        }
        listener.end(SIGKILL);
    }
    const std::string second = makeSale();
    const std::uint16_t port = receiver->port();
    receiver.reset();
    BackgroundProgram listener(order, {environment_});
    ASSERT_TRUE(listener.waitForLines(3)) << listener.errors();
    EXPECT_NE(listener.lines()[2].find("trying again"), std::string::npos) << listener.output();
    const LocalReceiver again(port);
    const auto received = again.waitFor(1);
    ASSERT_EQ(received.size(), 1U) << listener.output();
    EXPECT_EQ(received.front().json()["objectId"].text(), second);
}

TEST_F(Listen, NeverSendsInClearToAnotherMachine) {
    const Outcome away =
        runHost({"listen", "--forward-to", "http://192.0.2.1/svc", "--company", "com_1", "--key", "k"});
    EXPECT_EQ(away.code, 2);
    EXPECT_NE(away.errors.find("plain http goes to this machine only"), std::string::npos) << away.errors;
    const Outcome from = runHost({"listen", "--forward-to", "http://127.0.0.1:1/", "--url",
                                  "http://192.0.2.1", "--company", "com_1", "--key", "k"});
    EXPECT_EQ(from.code, 2);
    EXPECT_NE(from.errors.find("--url"), std::string::npos) << from.errors;
}

TEST_F(Listen, EndsWhenTheKeyIsRefused) {
    const LocalReceiver receiver;
    const Outcome refused = runProgram(words(receiver, {}), {"SVC_KEY=svc_live_wrong"});
    EXPECT_EQ(refused.code, 2);
    EXPECT_NE(refused.errors.find("401"), std::string::npos) << refused.errors;
}

} // namespace
} // namespace svc::test
