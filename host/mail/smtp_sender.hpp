#pragma once

#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace svc::host::mail {

/// The message was not taken. `permanent`: the server will never take it.
class NotSent : public std::runtime_error {
public:
    NotSent(const std::string& reason, bool isPermanent)
        : std::runtime_error(reason), permanent(isPermanent) {}

    const bool permanent;
};

/// The mail server of the configuration.
struct SmtpServer {
    std::string host;
    std::uint16_t port = 25;
    bool tls = false; ///< from the first byte; else STARTTLS as soon as the server offers it
    std::string user; ///< empty: no login
    std::string password;

    /// smtp://host:25, smtps://user:password@host:465; throws std::runtime_error for anything else.
    static SmtpServer parse(const std::string& url);
};

/// Sends messages over SMTP, each on a connection of its own. Certificates are always verified, and a
/// password never travels in clear except to this machine. Any thread may use it.
class SmtpSender {
public:
    struct Options {
        SmtpServer server;
        std::string from;   ///< `Name <address>` or an address
        std::string caFile; ///< one more authority to believe; may be empty
        /// For everything: name, connection, TLS, login and message.
        std::chrono::milliseconds limit = std::chrono::seconds(60);
    };

    explicit SmtpSender(Options options);

    const std::string& from() const { return options_.from; }
    /// Returns when the server has taken the message. Throws NotSent.
    void send(const std::string& to, const std::string& text) const;

private:
    Options options_;
};

} // namespace svc::host::mail
