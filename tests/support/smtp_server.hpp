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
        std::string user; ///< with a password, the server requires a login
        std::string password;
        std::string token = {}; ///< instead of a password: only XOAUTH2
    };

    /// Is there an interpreter with aiosmtpd?
    static bool available();

    explicit SmtpServer(Options options);
    SmtpServer() : SmtpServer(Options()) {}
    ~SmtpServer();

    std::uint16_t port() const { return port_; }
    /// Self-signed; clients must trust it.
    std::filesystem::path certificate() const { return folder_ / "certificate.pem"; }
    /// Changes the valid token.
    void expectToken(const std::string& token) const;
    /// `ok`, `451`, `550`, `550-recipient`, `silent` or `drop`; or `MAIL: 450 4.2.1 later`: the reply to a
    /// command or to CONNECT (`drop`: closes the connection).
    void answer(const std::string& mode) const;
    void stop();
    /// Starts again on the same port.
    void start();
    /// The messages that it has accepted.
    std::vector<Json> messages() const;
    std::vector<Json> waitFor(std::size_t count,
                              std::chrono::milliseconds limit = std::chrono::seconds(20)) const;

private:
    Options options_;
    std::filesystem::path folder_;
    std::uint16_t port_ = 0;
    std::vector<Json> before_; ///< accepted before the last start
    std::unique_ptr<BackgroundProgram> program_;
};

} // namespace svc::test
