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

/// Why an attempt failed, in the words of the API.
class SendFailure : public std::runtime_error {
public:
    using std::runtime_error::runtime_error; ///< timeout, connection, tls, dns, address-private
};

using net::Deadline;
using TlsContext = std::shared_ptr<SSL_CTX>;

/// TLS 1.2 or later, certificates verified against the authorities of the system and of `caFile` (may be
/// empty).
TlsContext makeTlsContext(const std::string& caFile);

/// A connection to one checked address, with TLS unless the address is one of plain http. Nothing waits
/// beyond the deadline that is given; every failure throws SendFailure.
class PeerConnection {
public:
    PeerConnection(const TlsContext& context, const HookUrl& url, const sockaddr_storage& address,
                   Deadline deadline);
    ~PeerConnection();
    PeerConnection(const PeerConnection&) = delete;
    PeerConnection& operator=(const PeerConnection&) = delete;

    void write(std::string_view bytes, Deadline deadline);
    /// Bytes that have come, at most `most`; empty at the end of the stream.
    std::string read(std::size_t most, Deadline deadline);
    /// Nothing has come and the peer has not closed: fit for another request.
    bool quiet() const;
    /// The address at the other end, as the system sees it.
    sockaddr_storage peer() const;

private:
    void connect(const sockaddr_storage& address, Deadline deadline);
    void handshake(const TlsContext& context, const HookUrl& url, Deadline deadline);
    void writePlain(std::string_view bytes, Deadline deadline);
    std::string readPlain(std::size_t most, Deadline deadline);
    void wait(short events, Deadline deadline) const;
    void waitFor(int result, const char* failure, Deadline deadline);

    int socket_ = -1;
    std::unique_ptr<SSL, decltype(&SSL_free)> ssl_{nullptr, &SSL_free};
};

} // namespace svc::host::webhooks
