#include "host/http/front/tls_certificate.hpp"

#include "host/log/log.hpp"

#include <array>
#include <ctime>
#include <stdexcept>
#include <system_error>

#include <openssl/err.h>
#include <openssl/pem.h>
#include <sys/stat.h>

namespace svc::host::http {

namespace {

std::string lastReason() {
    const unsigned long error = ERR_peek_error(); // the cause; later errors tell where it was met
    ERR_clear_error();
    if (ERR_SYSTEM_ERROR(error)) {
        return std::generic_category().message(ERR_GET_REASON(error));
    }
    const char* reason = error == 0 ? nullptr : ERR_reason_error_string(error);
    return reason == nullptr ? "not readable" : reason;
}

/// Selects HTTP/1.1 if the client offers it; otherwise no protocol, and the client decides what to do.
int chooseProtocol(SSL*, const unsigned char** chosen, unsigned char* size, const unsigned char* offered,
                   unsigned length, void*) {
    static constexpr std::array<unsigned char, 9> Ours{8, 'h', 't', 't', 'p', '/', '1', '.', '1'};
    unsigned char* found = nullptr;
    if (SSL_select_next_proto(&found, size, Ours.data(), Ours.size(), offered, length) !=
        OPENSSL_NPN_NEGOTIATED) {
        return SSL_TLSEXT_ERR_NOACK;
    }
    *chosen = found;
    return SSL_TLSEXT_ERR_OK;
}

// Otherwise OpenSSL would ask on the terminal for the password of an encrypted key.
int noPassword(char*, int, int, void*) {
    return 0;
}

/// Puts the pair into the context.
std::vector<TlsFault> takePair(SSL_CTX* context, const std::string& certificateFile,
                               const std::string& keyFile) {
    std::vector<TlsFault> faults;
    ERR_clear_error();
    SSL_CTX_set_default_passwd_cb(context, noPassword);
    if (SSL_CTX_use_certificate_chain_file(context, certificateFile.c_str()) != 1) {
        faults.push_back({"server.tls.certificate", certificateFile, lastReason()});
    }
    if (SSL_CTX_use_PrivateKey_file(context, keyFile.c_str(), SSL_FILETYPE_PEM) != 1 ||
        (faults.empty() && SSL_CTX_check_private_key(context) != 1)) {
        faults.push_back({"server.tls.key", keyFile, lastReason()});
    }
    return faults;
}

} // namespace

std::vector<TlsFault> faultsOfPair(const std::string& certificateFile, const std::string& keyFile) {
    const std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context(SSL_CTX_new(TLS_server_method()),
                                                                    &SSL_CTX_free);
    if (!context) {
        throw std::runtime_error("OpenSSL cannot make a context for server.tls: " + lastReason());
    }
    return takePair(context.get(), certificateFile, keyFile);
}

std::optional<Instant> endOfCertificate(const std::string& certificateFile) {
    const std::unique_ptr<BIO, decltype(&BIO_free)> file(BIO_new_file(certificateFile.c_str(), "r"),
                                                         &BIO_free);
    const std::unique_ptr<X509, decltype(&X509_free)> certificate(
        file ? PEM_read_bio_X509(file.get(), nullptr, noPassword, nullptr) : nullptr, &X509_free);
    ERR_clear_error();
    std::tm end{};
    if (!certificate || ASN1_TIME_to_tm(X509_get0_notAfter(certificate.get()), &end) != 1) {
        return std::nullopt;
    }
    return Instant(::timegm(&end) * Instant::Second);
}

TlsCertificate::TlsCertificate(std::string certificateFile, std::string keyFile)
    : certificateFile_(std::move(certificateFile)), keyFile_(std::move(keyFile)), state_(state()),
      context_(load()) {}

TlsCertificate::Context TlsCertificate::load() const {
    Context context(SSL_CTX_new(TLS_server_method()));
    if (!context || SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION) != 1 ||
        SSL_CTX_set_cipher_list(context.get(), "ECDHE+AESGCM:ECDHE+CHACHA20") != 1) {
        throw std::runtime_error("OpenSSL cannot make a context for server.tls: " + lastReason());
    }
    SSL_CTX_set_options(context.get(), SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_mode(context.get(), SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                        SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_alpn_select_cb(context.get(), chooseProtocol, nullptr);
    const std::vector<TlsFault> faults = takePair(context.get(), certificateFile_, keyFile_);
    if (!faults.empty()) {
        throw std::runtime_error(faults.front().text());
    }
    return context;
}

std::uint64_t TlsCertificate::state() const {
    std::uint64_t mixed = 0;
    for (const std::string& file : {certificateFile_, keyFile_}) {
        struct stat facts {};
        if (::stat(file.c_str(), &facts) == 0) {
            for (const std::uint64_t part :
                 {static_cast<std::uint64_t>(facts.st_mtim.tv_sec),
                  static_cast<std::uint64_t>(facts.st_mtim.tv_nsec), std::uint64_t{facts.st_ino},
                  static_cast<std::uint64_t>(facts.st_size)}) {
                mixed = (mixed ^ part) * 0x100000001b3U;
            }
        }
    }
    return mixed;
}

void TlsCertificate::refresh(bool inAnyCase) {
    const std::uint64_t now = state();
    if (now == state_ && !inAnyCase) {
        return;
    }
    state_ = now;
    try {
        context_ = load();
        log::info({}, "the certificate was read again", {{"file", certificateFile_}});
    } catch (const std::exception& error) {
        // Certificate and key may be replaced one after the other: the second change brings us here again.
        log::warning({}, "the certificate in use stays in use", {{"error", error.what()}});
    }
}

} // namespace svc::host::http
