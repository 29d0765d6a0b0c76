// https: handshake, versions, a new certificate without a restart.
#include <filesystem>
#include <fstream>
#include <thread>

#include <unistd.h>

#include "front/front_fixture.hpp"
#include "support/tls_client.hpp"

namespace svc::test {
namespace {

namespace fs = std::filesystem;

class FrontTls : public FrontTest {
protected:
    FrontTls() {
        folder_ = fs::temp_directory_path() / ("svc-front-tls-" + std::to_string(::getpid()));
        fs::create_directories(folder_);
        options_.certificate = (folder_ / "cert.pem").string();
        options_.key = (folder_ / "key.pem").string();
        writeCertificate(options_.certificate, options_.key, "first");
    }
    ~FrontTls() override {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }
    TlsClient client(int version = 0) const { return TlsClient(front_->port(), version); }

    fs::path folder_;
};

TEST_F(FrontTls, RequestsGoThroughBothVersions) {
    start();
    for (const int version : {0x0303, 0x0304}) {
        TlsClient client = this->client(version);
        for (int i = 0; i < 3; ++i) {
            EXPECT_EQ(client.exchange(post("/echo", "hidden")).body, "hidden");
        }
        EXPECT_EQ(client.exchange(get("/secure")).body, "yes");
        EXPECT_EQ(client.exchange(get("/size?3000000")).body.size(), 3'000'000U);
        const std::string body(3'000'000, 'u');
        EXPECT_EQ(client.exchange(post("/large", body)).body, body);
        EXPECT_EQ(client.exchange("no request\r\n\r\n").status, 400);
    }
}

TEST_F(FrontTls, PipelinedRequestsInOneRecordAreAllAnswered) {
    start();
    TlsClient client = this->client();
    std::string all;
    for (int i = 0; i < 200; ++i) {
        all += post("/echo", std::to_string(i));
    }
    client.send(all);
    for (int i = 0; i < 200; ++i) {
        ASSERT_EQ(client.receive().body, std::to_string(i));
    }
}

TEST_F(FrontTls, OlderVersionsAreRefused) {
    start();
    EXPECT_THROW(client(0x0302), std::runtime_error);
}

TEST_F(FrontTls, AnUnfinishedHandshakeEndsAtItsDeadlineAndHoldsNobodyUp) {
    limits().handshake = 2s; // enough for the client in order
    start();
    RawConnection silent = connect();
    RawConnection broken = connect();
    broken.send(get("/health"));
    EXPECT_EQ(client().exchange(get("/health")).status, 200);
    EXPECT_TRUE(broken.endsWithin(10s));
    EXPECT_TRUE(silent.endsWithin(10s));
}

TEST_F(FrontTls, ANewCertificateIsTakenWithoutARestart) {
    start();
    TlsClient old = client();
    EXPECT_EQ(old.subject(), "first");
    writeCertificate(options_.certificate, options_.key, "second");
    EXPECT_TRUE(eventually([&] { return client().subject() == "second"; }));
    EXPECT_EQ(old.exchange(get("/health")).status, 200) << "connections that exist go on";
    std::ofstream(options_.certificate) << "rubbish";
    front_->reloadCertificate();
    std::this_thread::sleep_for(300ms);
    EXPECT_EQ(client().subject(), "second") << "what cannot be used is not used";
    writeCertificate(options_.certificate, options_.key, "third");
    front_->reloadCertificate();
    EXPECT_TRUE(eventually([&] { return client().subject() == "third"; }));
}

TEST_F(FrontTls, FilesThatAreNoPairAreNamedAtTheStart) {
    writeCertificate((folder_ / "other.pem").string(), (folder_ / "other-key.pem").string(), "other");
    options_.key = (folder_ / "other-key.pem").string();
    try {
        start();
        FAIL();
    } catch (const std::runtime_error& error) {
        EXPECT_THAT(error.what(), ::testing::HasSubstr("server.tls.key: " + options_.key));
    }
}

TEST_F(FrontTls, OneConnectionTooManyIsToldInsideTls) {
    limits().perAddress = 1;
    start();
    TlsClient first = client();
    EXPECT_EQ(first.exchange(get("/health")).status, 200);
    EXPECT_EQ(client().receive().status, 503);
}

} // namespace
} // namespace svc::test
