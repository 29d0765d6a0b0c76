#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <openssl/ssl.h>

namespace svc::host::http {

/// The certificate with which the service answers to https, and its key, out of two PEM files. For one
/// thread.
class TlsCertificate {
public:
    /// Throws std::runtime_error that names the file when they do not make a pair.
    TlsCertificate(std::string certificateFile, std::string keyFile);

    /// For new connections. Those that exist keep what they began with.
    SSL_CTX* context() const noexcept { return context_.get(); }
    /// Reads the files again when they have changed, or in any case. A pair that cannot be used leaves the
    /// old one in use, and says so in the log.
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
