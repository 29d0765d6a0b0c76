#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <svc/json.hpp>

#include "support/background_program.hpp"

namespace svc::test {

/// A real SMTP server (aiosmtpd of Debian) on a free port of 127.0.0.1.
class SmtpServer {
public:
    enum class Tls { None, Implicit, StartTls };
    struct Options {
        Tls tls = Tls::None;
        std::string user; ///< with a password, the server asks for them
        std::string password;
        std::string token = {}; ///< in the place of a password: XOAUTH2 alone
    };

    /// Is there an interpreter with aiosmtpd?
    static bool available();

    explicit SmtpServer(Options options);
    SmtpServer() : SmtpServer(Options()) {}
    ~SmtpServer();

    std::uint16_t port() const { return port_; }
    /// Signed by itself: what a client has to trust.
    std::filesystem::path certificate() const { return folder_ / "certificate.pem"; }
    /// Another token is good from now on.
    void expectToken(const std::string& token) const;
    /// `ok`, `451`, `550`, `550-recipient`, `silent` or `drop`; or `MAIL: 450 4.2.1 later`: what is answered
    /// to a command, or to CONNECT (`drop`: the connection is ended).
    void answer(const std::string& mode) const;
    void stop();
    /// On the same port.
    void start();
    /// The messages that it has taken.
    std::vector<Json> messages() const;
    std::vector<Json> waitFor(std::size_t count,
                              std::chrono::milliseconds limit = std::chrono::seconds(20)) const;

private:
    Options options_;
    std::filesystem::path folder_;
    std::uint16_t port_ = 0;
    std::vector<Json> before_; ///< taken before the last start
    std::unique_ptr<BackgroundProgram> program_;
};

} // namespace svc::test
