// The service that answers to https by itself, stopped while clients are connected.
#include <csignal>
#include <filesystem>
#include <future>
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

} // namespace
} // namespace svc::test
