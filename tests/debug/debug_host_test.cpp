// The host, a plugin, a module and this test are one program and one process: a debugger that runs it stops
// at breakpoints in all of them.
#include "host/app/program.hpp"
#include "support/checks.hpp"
#include "support/http_client.hpp"

#include <arpa/inet.h>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace svc::test {
namespace {

namespace fs = std::filesystem;

std::string textOf(const fs::path& file) {
    std::ifstream in(file);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

std::uint16_t freePort() {
    const int descriptor = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ::bind(descriptor, reinterpret_cast<sockaddr*>(&address), size);
    ::getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &size);
    ::close(descriptor);
    return ::ntohs(address.sin_port);
}

/// `svc-host serve` on a thread of this process.
class DebugHost : public testing::Test {
protected:
    DebugHost() : port_(freePort()) {
        std::string name = (fs::temp_directory_path() / "svc-debug-XXXXXX").string();
        folder_ = ::mkdtemp(name.data());
        fs::permissions(folder_, fs::perms(0755)); // PostgreSQL may run as another user
        std::ofstream(folder_ / "svc.yaml") << "server: { address: 127.0.0.1, port: " << port_ << " }\n"
                                            << "testing: { lightPasswords: true, validate: true }\n"
                                            << "plugins:\n  folders: [ " << SVC_DEBUG_PLUGINS_FOLDER << " ]\n"
                                            << "  enabled:\n    notes: {}\n    partners: {}\n";
        ::setenv("SVC_DATA", (folder_ / "data").c_str(), 1);
        // Only the thread that serves waits for it; it ends the service, not the test.
        sigset_t signals;
        sigemptyset(&signals);
        sigaddset(&signals, SIGTERM);
        ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
        host_ = std::thread([this] {
            std::vector<std::string> words{"svc-host", "serve", "--config", folder_ / "svc.yaml"};
            std::vector<char*> pointers;
            for (std::string& word : words) {
                pointers.push_back(word.data());
            }
            code_ = host::app::runProgram(static_cast<int>(pointers.size()), pointers.data());
            ended_ = true;
        });
    }
    ~DebugHost() override {
        stop();
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }

    bool isReady() const {
        try {
            return HttpClient("127.0.0.1", port_).get("/ready").status == 200;
        } catch (const std::exception&) {
            return false; // it does not listen yet
        }
    }
    bool becomesReady() const {
        const auto limit = std::chrono::steady_clock::now() + std::chrono::minutes(5);
        while (!ended_ && !isReady() && std::chrono::steady_clock::now() < limit) {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        return !ended_;
    }
    void stop() {
        if (host_.joinable()) {
            if (!ended_) {
                ::kill(::getpid(), SIGTERM);
            }
            host_.join();
        }
    }

    fs::path folder_;
    std::uint16_t port_;
    std::atomic<bool> ended_{false};
    int code_ = -1;
    std::thread host_;
};

TEST_F(DebugHost, RunsThePluginsThatItContains) {
    ASSERT_TRUE(becomesReady());
    const Json first = Json::parse(textOf(folder_ / "data" / "first-run.json"));
    HttpClient live("127.0.0.1", port_, first.textOr("liveKey"));
    const std::string company = "/companies/" + first.textOr("companyId");
    const Answer note = live.post(company + "/notes",
                                  Json::object({{"title", "Opening hours"}, {"text", "We open at eight."}}));
    ASSERT_TRUE(hasStatus(note, 201));
    EXPECT_EQ(live.get(company + "/notes").json[0]["title"].text(), "Opening hours");
    ASSERT_TRUE(hasStatus(live.post(company + "/partners", Json::object({{"name", "Hotel"}})), 201));
    EXPECT_TRUE(hasStatus(live.get(company + "/partners"), 200));

    const std::string opened = textOf("/proc/self/maps");
    EXPECT_EQ(opened.find("libnotes.so"), std::string::npos);
    EXPECT_EQ(opened.find("libpartners.so"), std::string::npos);
    stop();
    EXPECT_EQ(code_, 0);
}

} // namespace
} // namespace svc::test
