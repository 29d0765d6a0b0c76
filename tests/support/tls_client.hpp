#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "support/raw_client.hpp"

struct ssl_st;
struct ssl_ctx_st;

namespace svc::test {

/// Writes a self-signed certificate for 127.0.0.1 and its key as PEM files; `name` is its subject.
void writeCertificate(const std::string& certificateFile, const std::string& keyFile,
                      const std::string& name);

/// A TLS client to 127.0.0.1 that trusts any certificate and sends raw bytes.
class TlsClient {
public:
    /// `version`: 0x0303 for TLS 1.2 only; 0: any. Throws when the handshake fails.
    explicit TlsClient(std::uint16_t port, int version = 0);
    TlsClient(TlsClient&&) noexcept;
    ~TlsClient();

    void send(const std::string& bytes);
    Answer receive();
    Answer exchange(const std::string& request) {
        send(request);
        return receive();
    }
    /// CN of the service's certificate.
    std::string subject() const;

private:
    int socket_ = -1;
    std::unique_ptr<ssl_ctx_st, void (*)(ssl_ctx_st*)> context_;
    std::unique_ptr<ssl_st, void (*)(ssl_st*)> ssl_;
    std::string text_;
};

} // namespace svc::test
