#include "support/tls_client.hpp"

#include <cstdio>
#include <stdexcept>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace svc::test {

namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

File open(const std::string& path) {
    File file(std::fopen(path.c_str(), "w"), &std::fclose);
    if (!file) {
        throw std::runtime_error(path + " cannot be written");
    }
    return file;
}

int connectTo(std::uint16_t port) {
    const int handle = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const timeval limit{20, 0};
    ::setsockopt(handle, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    if (::connect(handle, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        ::close(handle);
        throw std::runtime_error("the service does not listen");
    }
    return handle;
}

} // namespace

void writeCertificate(const std::string& certificateFile, const std::string& keyFile,
                      const std::string& name) {
    const std::unique_ptr<EVP_PKEY, void (*)(EVP_PKEY*)> key(EVP_EC_gen("P-256"), &EVP_PKEY_free);
    const std::unique_ptr<X509, void (*)(X509*)> certificate(X509_new(), &X509_free);
    X509_set_version(certificate.get(), 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -3600);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 24 * 3600);
    X509_set_pubkey(certificate.get(), key.get());
    X509_NAME* subject = X509_get_subject_name(certificate.get());
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
    X509_set_issuer_name(certificate.get(), subject);
    X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, "IP:127.0.0.1");
    X509_add_ext(certificate.get(), extension, -1);
    X509_EXTENSION_free(extension);
    X509_sign(certificate.get(), key.get(), EVP_sha256());
    PEM_write_PrivateKey(open(keyFile).get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
    PEM_write_X509(open(certificateFile).get(), certificate.get());
}

TlsClient::TlsClient(std::uint16_t port, int version)
    : socket_(connectTo(port)), context_(SSL_CTX_new(TLS_client_method()), &SSL_CTX_free),
      ssl_(nullptr, &SSL_free) {
    if (version != 0) {
        SSL_CTX_set_min_proto_version(context_.get(), version);
        SSL_CTX_set_max_proto_version(context_.get(), version);
        SSL_CTX_set_cipher_list(context_.get(), "ALL:@SECLEVEL=0");
    }
    ssl_.reset(SSL_new(context_.get()));
    SSL_set_fd(ssl_.get(), socket_);
    if (SSL_connect(ssl_.get()) != 1) {
        ERR_clear_error();
        ssl_.reset();
        ::close(socket_);
        throw std::runtime_error("no handshake");
    }
}

TlsClient::TlsClient(TlsClient&& other) noexcept
    : socket_(other.socket_), context_(std::move(other.context_)), ssl_(std::move(other.ssl_)),
      text_(std::move(other.text_)) {
    other.socket_ = -1;
}

TlsClient::~TlsClient() {
    ssl_.reset();
    if (socket_ >= 0) {
        ::close(socket_);
    }
}

void TlsClient::send(const std::string& bytes) {
    SSL_write(ssl_.get(), bytes.data(), static_cast<int>(bytes.size()));
}

Answer TlsClient::receive() {
    return readAnswer(text_, false, [this](std::string& text) {
        char buffer[16384];
        const int count = SSL_read(ssl_.get(), buffer, sizeof buffer);
        if (count > 0) {
            text.append(buffer, static_cast<std::size_t>(count));
        }
        return count > 0;
    });
}

std::string TlsClient::subject() const {
    const std::unique_ptr<X509, void (*)(X509*)> certificate(SSL_get1_peer_certificate(ssl_.get()),
                                                             &X509_free);
    char name[100] = "";
    X509_NAME_get_text_by_NID(X509_get_subject_name(certificate.get()), NID_commonName, name, sizeof name);
    return name;
}

} // namespace svc::test
