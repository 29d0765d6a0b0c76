#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include <openssl/ssl.h>
#include <sys/socket.h>

#include "host/net/resolver.hpp"
#include "host/webhooks/address_policy.hpp"

namespace svc::host::webhooks {

/// Why an attempt failed, with an error code of the API.
class SendFailure : public std::runtime_error {
public:
    using std::runtime_error::runtime_error; ///< timeout, connection, tls, dns, address-private
};

using net::Deadline;

/// Client identity for TLS: a private key and its certificates.
struct TlsIdentity {
    std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key{nullptr, &EVP_PKEY_free};
    std::unique_ptr<STACK_OF(X509), void (*)(STACK_OF(X509)*)> chain{nullptr, nullptr}; ///< its own first
    std::string digest; ///< of the PEM; connections of different digests are not shared
};

/// Throws SendFailure("tls") when the PEM holds no key or no certificate of that key.
std::shared_ptr<const TlsIdentity> readIdentity(const std::string& pem);
using TlsContext = std::shared_ptr<SSL_CTX>;

/// TLS 1.2 or later; certificates are verified against the system's authorities and those in `caFile` (may be
/// empty).
TlsContext makeTlsContext(const std::string& caFile);

/// A connection to one checked address, with TLS unless the URL is plain http. No operation waits beyond its
/// deadline; every failure throws SendFailure.
class PeerConnection {
public:
    /// `identity` may be null.
    PeerConnection(const TlsContext& context, const HookUrl& url, const sockaddr_storage& address,
                   const TlsIdentity* identity, Deadline deadline);
    ~PeerConnection();
    PeerConnection(const PeerConnection&) = delete;
    PeerConnection& operator=(const PeerConnection&) = delete;

    void write(std::string_view bytes, Deadline deadline);
    /// Reads at most `most` available bytes; empty at the end of the stream.
    std::string read(std::size_t most, Deadline deadline);
    /// Is there no pending input, and has the peer not closed? Then it can be used for another request.
    bool quiet() const;
    /// The remote address of the socket.
    sockaddr_storage peer() const;

private:
    void connect(const sockaddr_storage& address, Deadline deadline);
    void handshake(const TlsContext& context, const HookUrl& url, const TlsIdentity* identity,
                   Deadline deadline);
    void writePlain(std::string_view bytes, Deadline deadline);
    std::string readPlain(std::size_t most, Deadline deadline);
    void wait(short events, Deadline deadline) const;
    void waitFor(int result, const char* failure, Deadline deadline);

    int socket_ = -1;
    std::unique_ptr<SSL, decltype(&SSL_free)> ssl_{nullptr, &SSL_free};
};

} // namespace svc::host::webhooks
