#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <openssl/ssl.h>

#include <svc/date.hpp>

namespace svc::host::http {

/// A file of server.tls that cannot be used.
struct TlsFault {
    std::string key; ///< of svc.yaml: server.tls.certificate or server.tls.key
    std::string file;
    std::string reason;

    std::string text() const { return key + ": " + file + ": " + reason; }
};

/// What is wrong with the two PEM files; nothing when they make a pair.
std::vector<TlsFault> faultsOfPair(const std::string& certificateFile, const std::string& keyFile);

/// The end of the validity of the first certificate in a PEM file; nothing when there is none.
std::optional<Instant> endOfCertificate(const std::string& certificateFile);

/// The service's TLS certificate and its key, read from two PEM files. Not thread-safe.
class TlsCertificate {
public:
    /// Throws std::runtime_error that names the file when they do not make a pair.
    TlsCertificate(std::string certificateFile, std::string keyFile);

    /// For new connections. Existing connections keep their context.
    SSL_CTX* context() const noexcept { return context_.get(); }
    /// Reloads the files when they have changed, or always with `inAnyCase`. If the new pair cannot be used
    /// the old one stays in use, and the log reports it.
    void refresh(bool inAnyCase);

private:
    struct Free {
        void operator()(SSL_CTX* context) const noexcept { SSL_CTX_free(context); }
    };
    using Context = std::unique_ptr<SSL_CTX, Free>;

    Context load() const;
    /// Changes whenever one of the files does.
    std::uint64_t state() const;

    std::string certificateFile_;
    std::string keyFile_;
    std::uint64_t state_ = 0;
    Context context_;
};

} // namespace svc::host::http
