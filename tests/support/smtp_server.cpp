#include "support/smtp_server.hpp"

#include <csignal>
#include <fstream>
#include <stdexcept>
#include <thread>
#include <unistd.h>

#include <svc/text.hpp>

#include "support/https_receiver.hpp"
#include "support/program.hpp"

namespace svc::test {
namespace {

std::vector<Json> messagesOf(const BackgroundProgram& program) {
    std::vector<Json> found;
    for (const std::string& line : program.lines()) {
        if (!line.empty() && line.front() == '{') {
            found.push_back(Json::parse(line));
        }
    }
    return found;
}

} // namespace

bool SmtpServer::available() {
    return ::access(Python.c_str(), X_OK) == 0 && runProgram({Python, "-c", "import aiosmtpd"}).code == 0;
}

SmtpServer::SmtpServer(Options options) : options_(std::move(options)) {
    static int count = 0;
    folder_ = std::filesystem::temp_directory_path() /
              ("svc-smtp-" + std::to_string(::getpid()) + '-' + std::to_string(++count));
    std::filesystem::create_directories(folder_);
    writeCertificate(certificate(), folder_ / "key.pem");
    answer("ok");
    expectToken(options_.token);
    start();
}

SmtpServer::~SmtpServer() {
    program_.reset();
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
}

void SmtpServer::answer(const std::string& mode) const {
    std::ofstream(folder_ / "mode.new") << mode;
    std::filesystem::rename(folder_ / "mode.new", folder_ / "mode");
}

void SmtpServer::expectToken(const std::string& token) const {
    std::ofstream(folder_ / "token.new") << token;
    std::filesystem::rename(folder_ / "token.new", folder_ / "token");
}

void SmtpServer::stop() {
    if (program_) {
        const std::vector<Json> taken = messagesOf(*program_);
        before_.insert(before_.end(), taken.begin(), taken.end());
        program_.reset();
    }
}

void SmtpServer::start() {
    stop();
    std::vector<std::string> words{Python, std::string(SVC_TESTS_FOLDER) + "/support/smtp_server.py",
                                   std::to_string(port_), (folder_ / "mode").string()};
    if (options_.tls != Tls::None) {
        words.insert(words.end(), {options_.tls == Tls::Implicit ? "--tls" : "--starttls",
                                   certificate().string(), (folder_ / "key.pem").string()});
    }
    if (!options_.token.empty()) {
        words.insert(words.end(), {"--xoauth2", options_.user, (folder_ / "token").string()});
    } else if (!options_.user.empty()) {
        words.insert(words.end(), {"--login", options_.user, options_.password});
    }
    if (options_.tls == Tls::None) {
        words.emplace_back("--clear");
    }
    program_ = std::make_unique<BackgroundProgram>(words);
    if (!program_->waitForLines(1)) {
        throw std::runtime_error("the SMTP server does not start: " + program_->errors());
    }
    const std::string ready = program_->lines().front();
    port_ = static_cast<std::uint16_t>(parseInt64(ready.substr(ready.find(' ') + 1)).value_or(0));
}

std::vector<Json> SmtpServer::messages() const {
    std::vector<Json> all = before_;
    if (program_) {
        const std::vector<Json> taken = messagesOf(*program_);
        all.insert(all.end(), taken.begin(), taken.end());
    }
    return all;
}

std::vector<Json> SmtpServer::waitFor(std::size_t count, std::chrono::milliseconds limit) const {
    const auto end = std::chrono::steady_clock::now() + limit;
    std::vector<Json> taken = messages();
    while (taken.size() < count && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        taken = messages();
    }
    return taken;
}

} // namespace svc::test
