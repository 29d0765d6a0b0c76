#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>

#include <sys/socket.h>

namespace svc::host::mail {

/// The message was not accepted, or the outcome is not known (Unknown). `permanent`: a retry cannot succeed.
class NotSent : public std::runtime_error {
public:
    enum class Why {
        Resolve = 1, ///< the name of the server does not resolve
        Connect,
        Tls,
        Timeout,
        AddressRefused, ///< the address may not be connected to
        Login,          ///< wrong credentials
        Later,          ///< the server answers 4xx
        Refused,        ///< the server answers 5xx
        Unknown         ///< the message was sent, but no reply came
    };

    NotSent(const std::string& reason, bool isPermanent, Why because = Why::Connect, int reply = 0)
        : std::runtime_error(reason), permanent(isPermanent), why(because), status(reply) {}

    const bool permanent;
    const Why why;
    const int status; ///< of the server's reply; 0: none
};

/// The mail server of the configuration, or of a company.
struct SmtpServer {
    std::string host;
    std::uint16_t port = 25;
    bool tls = false; ///< from the first byte; else STARTTLS as soon as the server offers it
    std::string user; ///< empty: no login
    std::string password;
    std::string accessToken = {}; ///< in place of a password: AUTH XOAUTH2
    bool clearAllowed = true;     ///< false: a server without STARTTLS gets no message

    /// smtp://host:25, smtps://user:password@host:465; throws std::runtime_error for anything else.
    static SmtpServer parse(const std::string& url);
};

/// Sends messages over SMTP, each on a separate connection. Certificates are always verified, and a password
/// is never sent unencrypted except to this machine. Thread-safe.
class SmtpSender {
public:
    struct Options {
        SmtpServer server;
        std::string from;   ///< `Name <address>` or an address
        std::string caFile; ///< one more trusted certificate authority; may be empty
        /// Time limit of the whole dialogue: name look-up, connection, TLS, login and message.
        std::chrono::milliseconds limit = std::chrono::seconds(60);
        /// Decides whether an address may be connected to. Empty: all may.
        std::function<bool(const sockaddr*)> permits = {};
    };

    explicit SmtpSender(Options options);

    const std::string& from() const { return options_.from; }
    /// Returns when the server has taken the message. Throws NotSent.
    void send(const std::string& to, const std::string& text) const;
    /// Returns when the server has accepted the login. Throws NotSent.
    void logIn() const { send({}, {}); }

private:
    enum class Stage { Connection = 1, Tls, Dialogue, Content };

    /// With an empty text it only logs in.
    void talk(const std::string& to, const std::string& text, std::chrono::steady_clock::time_point deadline,
              Stage& stage) const;
    [[noreturn]] static void tellFailure(Stage stage, bool late, const std::string& reason);

    Options options_;
};

} // namespace svc::host::mail
