// A service that terminates TLS itself, stopped while clients are connected.
#include <array>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>

#include <unistd.h>

#include "support/checks.hpp"
#include "support/tls_client.hpp"

namespace svc::test {
namespace {

namespace fs = std::filesystem;

TEST(Https, TheServiceAnswersReloadsItsCertificateAndStops) {
    const fs::path folder = fs::temp_directory_path() / ("svc-https-" + std::to_string(::getpid()));
    fs::create_directories(folder);
    const std::string certificate = (folder / "cert.pem").string();
    const std::string key = (folder / "key.pem").string();
    writeCertificate(certificate, key, "first");
    ServiceOptions options;
    options.plugins = {};
    options.server = "tls: { certificate: " + certificate + ", key: " + key + " }, drainSeconds: 5";
    {
        RunningService service(options);
        EXPECT_NE(service.log().find("ready https://127.0.0.1:"), std::string::npos);
        const std::string request = "GET " + service.company() +
                                    " HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " +
                                    service.value("liveKey") + "\r\n\r\n";
        TlsClient client(service.port());
        EXPECT_EQ(client.subject(), "first");
        const Answer answer = client.exchange(request);
        EXPECT_TRUE(hasStatus(answer, 200));
        EXPECT_EQ(answer.header("strict-transport-security"), "max-age=31536000");
        EXPECT_THROW(TlsClient(service.port(), 0x0302), std::runtime_error) << "TLS 1.1";

        writeCertificate(certificate, key, "second");
        service.signal(SIGHUP);
        bool taken = false;
        for (int i = 0; i < 500 && !taken; ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            taken = TlsClient(service.port()).subject() == "second";
        }
        EXPECT_TRUE(taken);
        EXPECT_TRUE(hasStatus(client.exchange(request), 200)) << "connections that exist go on";

        TlsClient half(service.port());
        half.send("GET /health HTTP/1.1\r\n");
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        auto stopped = std::async(std::launch::async, [&] { return service.stop(); });
        half.send("Host: a\r\n\r\n");
        const Answer last = half.receive();
        EXPECT_TRUE(hasStatus(last, 200));
        EXPECT_EQ(client.receive().status, 0) << "an idle connection just ends";
        EXPECT_EQ(stopped.get(), 0);
    }
    fs::remove_all(folder);
}

/// Imitates systemd for a service of `Type=notify`.
class Manager {
public:
    Manager() : socket_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
        const timeval limit{60, 0};
        ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        name_.copy(address.sun_path + 1, name_.size());
        const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name_.size());
        EXPECT_EQ(::bind(socket_, reinterpret_cast<const sockaddr*>(&address), length), 0);
        ::setenv("NOTIFY_SOCKET", ('@' + name_).c_str(), 1);
        ::setenv("WATCHDOG_USEC", "3000000", 1);
    }
    ~Manager() {
        ::unsetenv("NOTIFY_SOCKET");
        ::unsetenv("WATCHDOG_USEC");
        ::close(socket_);
    }
    Manager(const Manager&) = delete;
    Manager& operator=(const Manager&) = delete;

    /// The next notification; empty when none comes within a minute.
    std::string told() const {
        std::array<char, 100> text{};
        const ssize_t size = ::recv(socket_, text.data(), text.size(), 0);
        return size < 0 ? std::string() : std::string(text.data(), static_cast<std::size_t>(size));
    }

private:
    std::string name_ = "svc-notify-" + std::to_string(::getpid());
    int socket_;
};

TEST(ServiceManager, IsToldOfStartLifeAndStop) {
    const fs::path folder = fs::temp_directory_path() / ("svc-notify-" + std::to_string(::getpid()));
    fs::create_directories(folder);
    const std::string certificate = (folder / "cert.pem").string();
    const std::string key = (folder / "key.pem").string();
    writeCertificate(certificate, key, "not the name of this machine");
    ServiceOptions options;
    options.plugins = {};
    options.server = "tls: { certificate: " + certificate + ", key: " + key + " }";
    {
        const Manager manager;
        RunningService service(options);
        EXPECT_EQ(manager.told(), "READY=1");
        EXPECT_EQ(manager.told(), "WATCHDOG=1") << "it asked itself, over TLS";
        auto stopped = std::async(std::launch::async, [&] { return service.stop(); });
        std::string last = manager.told();
        while (last == "WATCHDOG=1") {
            last = manager.told();
        }
        EXPECT_EQ(last, "STOPPING=1");
        EXPECT_EQ(stopped.get(), 0);
    }
    fs::remove_all(folder);
}

} // namespace
} // namespace svc::test
