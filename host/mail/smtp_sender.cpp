#include "host/mail/smtp_sender.hpp"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <mutex>
#include <thread>

#include <Poco/Exception.h>
#include <Poco/Net/NetException.h>
#include <Poco/Net/RejectCertificateHandler.h>
#include <Poco/Net/SMTPClientSession.h>
#include <Poco/Net/SSLManager.h>
#include <Poco/Net/SecureStreamSocket.h>
#include <Poco/Net/X509Certificate.h>
#include <Poco/URI.h>
#include <openssl/x509v3.h>

#include <sys/socket.h>
#include <unistd.h>

#include <svc/encoding.hpp>
#include <svc/text.hpp>

#include "host/mail/message.hpp"
#include "host/net/resolver.hpp"

namespace svc::host::mail {
namespace {

using Poco::Net::Context;
using Poco::Net::SecureStreamSocket;
using Poco::Net::StreamSocket;

constexpr std::uint16_t SmtpPort = 25;
constexpr std::uint16_t SmtpsPort = 465;

/// Closes the connection at the deadline. Time limits for each operation are not enough: a server that sends
/// a byte now and then could block a thread without end.
class Watchdog {
public:
    Watchdog(int socket, net::Deadline deadline)
        : thread_([this, socket, deadline] {
              std::unique_lock lock(mutex_);
              if (!ended_.wait_until(lock, deadline, [&] { return done_; })) {
                  ::shutdown(socket, SHUT_RDWR);
              }
          }) {}
    ~Watchdog() {
        {
            const std::lock_guard lock(mutex_);
            done_ = true;
        }
        ended_.notify_all();
        thread_.join();
    }
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;

private:
    std::mutex mutex_;
    std::condition_variable ended_;
    bool done_ = false;
    std::thread thread_;
};

/// An SMTP dialogue that exposes the status of each reply.
class Session : public Poco::Net::SMTPClientSession {
public:
    using SMTPClientSession::SMTPClientSession;

    /// Returns the server's capabilities in capital letters. A server that refuses to greet may accept a
    /// later attempt (RFC 5321, 3.1).
    std::string greet(const std::string& name) {
        std::string response;
        try {
            open();
            login(name, response);
        } catch (const Poco::Net::SMTPException& error) {
            const int status = error.code();
            if (status / 100 != 4 && status / 100 != 5) {
                throw;
            }
            throw NotSent("mail server: " + error.displayText(), false, Why::Later, status);
        }
        return upperAscii(response);
    }
    /// Sends STARTTLS and begins the TLS handshake when the server agrees.
    void startTls(const std::string& host, const Context::Ptr& context) {
        std::string response;
        if (sendCommand("STARTTLS", response) / 100 != 2) {
            throw NotSent("the mail server offers STARTTLS, and refuses it", false, Why::Tls);
        }
        socket() = SecureStreamSocket::attach(socket(), host, context);
    }
    /// Checks that the certificate is issued for this server; the library has checked only its chain.
    void requireName(const std::string& host) {
        const Poco::Net::X509Certificate certificate = SecureStreamSocket(socket()).peerCertificate();
        X509* shown = const_cast<X509*>(certificate.certificate());
        if (X509_check_host(shown, host.c_str(), host.size(), 0, nullptr) != 1 &&
            X509_check_ip_asc(shown, host.c_str(), 0) != 1) {
            throw NotSent("the certificate of the mail server is not for " + host, false, Why::Tls);
        }
    }
    void authenticate(const std::string& capabilities, const SmtpServer& server) {
        try {
            // PLAIN first: under TLS all are equally safe.
            if (!server.accessToken.empty()) {
                authenticateByToken(server.user, server.accessToken);
            } else if (capabilities.find("PLAIN") != std::string::npos) {
                loginUsingPlain(server.user, server.password);
            } else if (capabilities.find("LOGIN") != std::string::npos) {
                loginUsingLogin(server.user, server.password);
            } else if (capabilities.find("CRAM-MD5") != std::string::npos) {
                loginUsingCRAMMD5(server.user, server.password);
            } else {
                throw NotSent("the mail server offers no way to log in that is known", false, Why::Login);
            }
        } catch (const Poco::Net::SMTPException& error) {
            refuseLogin(error.code(), "mail server: " + error.displayText());
        }
    }
    void command(const std::string& text, int wanted) {
        std::string response;
        const int status = sendCommand(text, response);
        if (status / 100 != wanted) {
            refuse(status, response);
        }
    }
    void content(const std::string& text) {
        socket().sendBytes(text.data(), static_cast<int>(text.size()));
        std::string response;
        const int status = socket().receiveStatusMessage(response);
        if (status / 100 != 2) {
            refuse(status, response);
        }
    }

private:
    using Why = NotSent::Why;

    /// SASL XOAUTH2: a server that refuses the token sends the reason with 334 and then waits for an empty
    /// line.
    void authenticateByToken(const std::string& user, const std::string& token) {
        constexpr int Continue = 334;
        const std::string credentials = "user=" + user + "\x01" + "auth=Bearer " + token + "\x01\x01";
        std::string response;
        int status = sendCommand("AUTH XOAUTH2 " + base64Encode(credentials), response);
        if (status == Continue) {
            status = sendCommand("", response);
        }
        if (status / 100 != 2) {
            refuseLogin(status, "the mail server answers " + response);
        }
    }
    [[noreturn]] static void refuseLogin(int status, const std::string& reason) {
        throw NotSent(reason, false, status / 100 == 4 ? Why::Later : Why::Login, status);
    }
    /// Does the reply concern the login (RFC 4954, 6)? Then the next message would be refused too.
    static bool isAboutTheAccount(int status) {
        constexpr std::array<int, 4> Replies{530, 534, 535, 538};
        return std::find(Replies.begin(), Replies.end(), status) != Replies.end();
    }
    /// An unexpected reply ends the dialogue like a lost connection.
    [[noreturn]] static void refuse(int status, const std::string& response) {
        if (status / 100 != 4 && status / 100 != 5) {
            throw Poco::Net::NetException("the mail server answers out of turn", response);
        }
        if (isAboutTheAccount(status)) {
            refuseLogin(status, "the mail server answers " + response);
        }
        const bool never = status / 100 == 5;
        throw NotSent("the mail server answers " + response, never, never ? Why::Refused : Why::Later,
                      status);
    }
};

/// Dot-stuffing (RFC 5321, 4.5.2): doubles a leading dot of a line, and ends the message with a line of one
/// dot.
std::string stuffed(const std::string& text) {
    std::string lines;
    lines.reserve(text.size() + 64);
    bool begins = true;
    for (const char c : text) {
        if (begins && c == '.') {
            lines += '.';
        }
        lines += c;
        begins = c == '\n';
    }
    return lines + (begins ? ".\r\n" : "\r\n.\r\n");
}

bool isThisMachine(const StreamSocket& socket) {
    return socket.peerAddress().host().isLoopback();
}

std::string ownName() {
    std::array<char, 256> name{};
    ::gethostname(name.data(), name.size() - 1);
    std::string text(name.data());
    for (char& c : text) {
        const bool known = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                           c == '.' || c == '-';
        c = known ? c : '-';
    }
    return text.empty() ? "localhost" : text;
}

StreamSocket connect(const SmtpServer& server, net::Deadline deadline,
                     const std::function<bool(const sockaddr*)>& permits) {
    const net::Resolution found = net::resolve(server.host, server.port, deadline);
    if (found.outcome != net::Resolution::Outcome::Found) {
        throw NotSent("the mail server " + server.host + " is not found", false, NotSent::Why::Resolve);
    }
    for (const sockaddr_storage& address : found.addresses) {
        if (permits && !permits(reinterpret_cast<const sockaddr*>(&address))) {
            throw NotSent("the mail server " + server.host + " has an address that is not allowed", true,
                          NotSent::Why::AddressRefused);
        }
    }
    for (std::size_t i = 0;; ++i) {
        const auto left = std::chrono::duration_cast<std::chrono::microseconds>(
            deadline - std::chrono::steady_clock::now());
        if (left.count() <= 0) {
            throw NotSent("the mail server does not answer in time", false, NotSent::Why::Timeout);
        }
        try {
            const sockaddr_storage& address = found.addresses[i];
            const socklen_t size = address.ss_family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
            StreamSocket socket;
            socket.connect(Poco::Net::SocketAddress(reinterpret_cast<const sockaddr*>(&address), size),
                           Poco::Timespan(left.count() / static_cast<long>(found.addresses.size() - i)));
            return socket;
        } catch (const Poco::Exception&) {
            if (i + 1 == found.addresses.size()) {
                throw;
            }
        }
    }
}

/// Refuses a wrong certificate instead of asking at the console.
void prepareTls() {
    static std::once_flag once;
    std::call_once(once, [] {
        Poco::Net::SSLManager::instance().initializeClient(
            nullptr, new Poco::Net::RejectCertificateHandler(false),
            new Context(Context::TLS_CLIENT_USE, "", Context::VERIFY_STRICT));
    });
}

Context::Ptr clientContext(const std::string& caFile) {
    prepareTls();
    Context::Ptr context =
        new Context(Context::TLS_CLIENT_USE, "", "", caFile, Context::VERIFY_STRICT, 9, true);
    context->requireMinimumProtocol(Context::PROTO_TLSV1_2);
    context->enableExtendedCertificateVerification(true);
    return context;
}

} // namespace

SmtpServer SmtpServer::parse(const std::string& url) {
    try {
        const Poco::URI uri(url);
        if ((uri.getScheme() != "smtp" && uri.getScheme() != "smtps") || uri.getHost().empty()) {
            throw std::runtime_error("mail.smtp: expected smtp://host:25 or smtps://user:password@host:465");
        }
        SmtpServer server;
        server.tls = uri.getScheme() == "smtps";
        server.host = uri.getHost();
        if (server.host.front() == '[' && server.host.back() == ']') {
            server.host = server.host.substr(1, server.host.size() - 2);
        }
        const std::uint16_t usual = server.tls ? SmtpsPort : SmtpPort;
        server.port = uri.getPort() == 0 ? usual : uri.getPort();
        const std::string info = uri.getUserInfo();
        const std::size_t colon = info.find(':');
        Poco::URI::decode(info.substr(0, colon), server.user);
        if (colon != std::string::npos) {
            Poco::URI::decode(info.substr(colon + 1), server.password);
        }
        return server;
    } catch (const Poco::Exception&) {
        throw std::runtime_error("mail.smtp: expected smtp://host:25 or smtps://user:password@host:465");
    }
}

SmtpSender::SmtpSender(Options options) : options_(std::move(options)) {}

void SmtpSender::send(const std::string& to, const std::string& text) const {
    const net::Deadline deadline = std::chrono::steady_clock::now() + options_.limit;
    Stage stage = Stage::Connection;
    try {
        talk(to, text, deadline, stage);
    } catch (const Poco::Exception& error) {
        tellFailure(stage, std::chrono::steady_clock::now() >= deadline, error.displayText());
    }
}

void SmtpSender::tellFailure(Stage stage, bool late, const std::string& reason) {
    using Why = NotSent::Why;
    const Why why = stage == Stage::Content ? Why::Unknown
                    : late                  ? Why::Timeout
                    : stage == Stage::Tls   ? Why::Tls
                                            : Why::Connect;
    throw NotSent(late ? "the mail server does not answer in time" : "mail server: " + reason, false, why);
}

void SmtpSender::talk(const std::string& to, const std::string& text,
                      std::chrono::steady_clock::time_point deadline, Stage& stage) const {
    const SmtpServer& server = options_.server;
    const StreamSocket plain = connect(server, deadline, options_.permits);
    // Must outlive the session, whose destructor sends QUIT.
    const Watchdog watchdog(plain.impl()->sockfd(), deadline);
    const Context::Ptr context = clientContext(options_.caFile);
    stage = server.tls ? Stage::Tls : Stage::Dialogue;
    Session session(server.tls ? SecureStreamSocket::attach(plain, server.host, context) : plain);
    session.setTimeout(
        Poco::Timespan(std::chrono::duration_cast<std::chrono::microseconds>(options_.limit).count()));
    if (server.tls) {
        session.requireName(server.host);
    }
    stage = Stage::Dialogue;
    std::string capabilities = session.greet(ownName());
    bool secure = server.tls;
    if (!secure && capabilities.find("STARTTLS") != std::string::npos) {
        stage = Stage::Tls;
        session.startTls(server.host, context);
        session.requireName(server.host);
        secure = true;
        stage = Stage::Dialogue;
        capabilities = session.greet(ownName());
    }
    if (!secure && !server.clearAllowed) {
        throw NotSent("the mail server offers no TLS", false, NotSent::Why::Tls);
    }
    if (!server.user.empty()) {
        if (!secure && !isThisMachine(plain)) {
            throw NotSent("the mail server offers no TLS: the password is not sent in clear", false,
                          NotSent::Why::Tls);
        }
        session.authenticate(capabilities, server);
    }
    if (text.empty()) {
        return;
    }
    session.command("MAIL FROM:<" + addressOf(options_.from) + '>', 2);
    session.command("RCPT TO:<" + addressOf(to) + '>', 2);
    session.command("DATA", 3);
    stage = Stage::Content;
    session.content(stuffed(text));
}

} // namespace svc::host::mail
