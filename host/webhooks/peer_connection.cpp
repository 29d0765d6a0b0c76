#include "host/webhooks/peer_connection.hpp"

#include <algorithm>
#include <cerrno>

#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <unistd.h>

#include "host/auth/digest.hpp"

namespace svc::host::webhooks {
namespace {

constexpr const char* Timeout = "timeout";
constexpr const char* Connection = "connection";
constexpr const char* Tls = "tls";

/// Sets the client certificate: first that of the key, then its chain.
bool showIdentity(SSL* ssl, const TlsIdentity& identity) {
    X509* own = sk_X509_value(identity.chain.get(), 0);
    if (SSL_use_certificate(ssl, own) != 1 || SSL_use_PrivateKey(ssl, identity.key.get()) != 1) {
        return false;
    }
    for (int i = 1; i < sk_X509_num(identity.chain.get()); ++i) {
        if (SSL_add1_chain_cert(ssl, sk_X509_value(identity.chain.get(), i)) != 1) {
            return false;
        }
    }
    return true;
}

socklen_t sizeOf(const sockaddr_storage& address) {
    return address.ss_family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
}

} // namespace

TlsContext makeTlsContext(const std::string& caFile) {
    TlsContext context(SSL_CTX_new(TLS_client_method()), &SSL_CTX_free);
    if (!context || SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION) != 1 ||
        SSL_CTX_set_default_verify_paths(context.get()) != 1) {
        throw std::runtime_error("OpenSSL cannot make a context for webhooks");
    }
    if (!caFile.empty() && SSL_CTX_load_verify_locations(context.get(), caFile.c_str(), nullptr) != 1) {
        throw std::runtime_error("webhooks.caFile: " + caFile + " holds no certificate");
    }
    SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
    SSL_CTX_set_mode(context.get(), SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    return context;
}

std::shared_ptr<const TlsIdentity> readIdentity(const std::string& pem) {
    const auto reading = [&pem] {
        return std::unique_ptr<BIO, decltype(&BIO_free)>(
            BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())), &BIO_free);
    };
    const auto noPassword = [](char*, int, int, void*) { return -1; };
    auto identity = std::make_shared<TlsIdentity>();
    identity->key.reset(PEM_read_bio_PrivateKey(reading().get(), nullptr, noPassword, nullptr));
    identity->chain = {sk_X509_new_null(), [](STACK_OF(X509) * all) { sk_X509_pop_free(all, &X509_free); }};
    const auto certificates = reading();
    while (X509* one = PEM_read_bio_X509(certificates.get(), nullptr, noPassword, nullptr)) {
        sk_X509_push(identity->chain.get(), one);
    }
    ERR_clear_error();
    X509* own = sk_X509_value(identity->chain.get(), 0);
    if (!identity->key || own == nullptr || X509_check_private_key(own, identity->key.get()) != 1) {
        throw SendFailure(Tls);
    }
    identity->digest = auth::sha256(pem);
    return identity;
}

PeerConnection::PeerConnection(const TlsContext& context, const HookUrl& url, const sockaddr_storage& address,
                               const TlsIdentity* identity, Deadline deadline) {
    try {
        connect(address, deadline);
        if (!url.plain) {
            handshake(context, url, identity, deadline);
        }
    } catch (...) {
        ssl_.reset();
        if (socket_ >= 0) {
            ::close(socket_);
        }
        throw;
    }
}

PeerConnection::~PeerConnection() {
    if (ssl_) {
        ERR_clear_error();
        SSL_shutdown(ssl_.get());
        ssl_.reset();
    }
    ::close(socket_);
}

void PeerConnection::connect(const sockaddr_storage& address, Deadline deadline) {
    socket_ = ::socket(address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (socket_ < 0) {
        throw SendFailure(Connection);
    }
    const int on = 1;
    ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeOf(address)) != 0) {
        if (errno != EINPROGRESS) {
            throw SendFailure(Connection);
        }
        wait(POLLOUT, deadline);
        int error = 0;
        socklen_t size = sizeof error;
        if (::getsockopt(socket_, SOL_SOCKET, SO_ERROR, &error, &size) != 0 || error != 0) {
            throw SendFailure(error == ETIMEDOUT ? Timeout : Connection);
        }
    }
}

void PeerConnection::handshake(const TlsContext& context, const HookUrl& url, const TlsIdentity* identity,
                               Deadline deadline) {
    ssl_.reset(SSL_new(context.get()));
    SSL* ssl = ssl_.get();
    if (ssl == nullptr) {
        throw SendFailure(Tls);
    }
    const bool named = url.literal ? X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), url.host.c_str()) == 1
                                   : SSL_set1_host(ssl, url.host.c_str()) == 1 &&
                                         SSL_set_tlsext_host_name(ssl, url.host.c_str()) == 1;
    if (!named || SSL_set_fd(ssl, socket_) != 1) {
        throw SendFailure(Tls);
    }
    if (identity != nullptr && !showIdentity(ssl, *identity)) {
        throw SendFailure(Tls);
    }
    for (;;) {
        ERR_clear_error();
        const int result = SSL_connect(ssl);
        if (result == 1) {
            return;
        }
        waitFor(result, Tls, deadline);
    }
}

void PeerConnection::wait(short events, Deadline deadline) const {
    for (;;) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
            deadline - std::chrono::steady_clock::now());
        if (left.count() <= 0) {
            throw SendFailure(Timeout);
        }
        pollfd entry{socket_, events, 0};
        const int ready = ::poll(&entry, 1, static_cast<int>(left.count()) + 1);
        if (ready > 0) {
            return;
        }
        if (ready < 0 && errno != EINTR) {
            throw SendFailure(Connection);
        }
    }
}

/// Handles a failed OpenSSL operation: waits when it only needs the socket, else throws.
void PeerConnection::waitFor(int result, const char* failure, Deadline deadline) {
    switch (SSL_get_error(ssl_.get(), result)) {
    case SSL_ERROR_WANT_READ:
        wait(POLLIN, deadline);
        return;
    case SSL_ERROR_WANT_WRITE:
        wait(POLLOUT, deadline);
        return;
    default:
        throw SendFailure(failure);
    }
}

void PeerConnection::writePlain(std::string_view bytes, Deadline deadline) {
    while (!bytes.empty()) {
        const ssize_t written = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (written > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EAGAIN) {
            wait(POLLOUT, deadline);
        } else if (errno != EINTR) {
            throw SendFailure(Connection);
        }
    }
}

std::string PeerConnection::readPlain(std::size_t most, Deadline deadline) {
    std::string bytes(most, '\0');
    for (;;) {
        wait(POLLIN, deadline);
        const ssize_t count = ::recv(socket_, bytes.data(), most, 0);
        if (count >= 0) {
            bytes.resize(static_cast<std::size_t>(count));
            return bytes;
        }
        if (errno != EAGAIN && errno != EINTR) {
            throw SendFailure(Connection);
        }
    }
}

void PeerConnection::write(std::string_view bytes, Deadline deadline) {
    if (!ssl_) {
        writePlain(bytes, deadline);
        return;
    }
    while (!bytes.empty()) {
        ERR_clear_error();
        const int written = SSL_write(ssl_.get(), bytes.data(), static_cast<int>(bytes.size()));
        if (written > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
            continue;
        }
        waitFor(written, Connection, deadline);
    }
}

std::string PeerConnection::read(std::size_t most, Deadline deadline) {
    if (!ssl_) {
        return readPlain(most, deadline);
    }
    std::string bytes(most, '\0');
    for (;;) {
        if (std::chrono::steady_clock::now() >= deadline) {
            throw SendFailure(Timeout);
        }
        ERR_clear_error();
        const int count = SSL_read(ssl_.get(), bytes.data(), static_cast<int>(most));
        if (count > 0) {
            bytes.resize(static_cast<std::size_t>(count));
            return bytes;
        }
        const int error = SSL_get_error(ssl_.get(), count);
        if (error == SSL_ERROR_ZERO_RETURN) {
            return {};
        }
        waitFor(count, Connection, deadline);
    }
}

bool PeerConnection::quiet() const {
    pollfd entry{socket_, POLLIN, 0};
    // TLS 1.3 session tickets arrive after the handshake and are read before the connection is kept. So any
    // further input while it is idle means that the peer ends it.
    return (!ssl_ || SSL_pending(ssl_.get()) == 0) && ::poll(&entry, 1, 0) == 0;
}

sockaddr_storage PeerConnection::peer() const {
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    if (::getpeername(socket_, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
        throw SendFailure(Connection);
    }
    return address;
}

} // namespace svc::host::webhooks
