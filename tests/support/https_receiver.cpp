#include "support/https_receiver.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <stdexcept>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <svc/encoding.hpp>
#include <svc/text.hpp>

namespace svc::test {
namespace {

using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;

/// A self-signed certificate for 127.0.0.1 and receiver.example, which clients must trust as an authority.
/// Each has a unique name, so that it is found in a file with several certificates.
Certificate makeCertificate(EVP_PKEY* key) {
    static std::atomic<int> count{0};
    const std::string ownName = "receiver " + std::to_string(++count);
    Certificate certificate(X509_new(), &X509_free);
    X509_set_version(certificate.get(), 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -3600);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 24 * 3600);
    X509_set_pubkey(certificate.get(), key);
    X509_NAME* name = X509_get_subject_name(certificate.get());
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>(ownName.c_str()), -1, -1, 0);
    X509_set_issuer_name(certificate.get(), name);
    for (const auto& [kind, value] : {std::pair{NID_basic_constraints, "critical,CA:TRUE"},
                                      std::pair{NID_subject_alt_name, "IP:127.0.0.1,DNS:receiver.example"}}) {
        X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, nullptr, kind, value);
        X509_add_ext(certificate.get(), extension, -1);
        X509_EXTENSION_free(extension);
    }
    X509_sign(certificate.get(), key, EVP_sha256());
    return certificate;
}

int listenOnFreePort(std::uint16_t& port) {
    const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (::bind(listener, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(listener, 64) != 0 ||
        ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
        throw std::runtime_error("the receiver cannot listen");
    }
    port = ntohs(address.sin_port);
    return listener;
}

/// The subject of the client's certificate.
std::string clientOf(const SSL* ssl) {
    X509* certificate = SSL_get0_peer_certificate(ssl);
    std::array<char, 256> subject{};
    if (certificate != nullptr) {
        X509_NAME_oneline(X509_get_subject_name(certificate), subject.data(),
                          static_cast<int>(subject.size()));
    }
    return subject.data();
}

/// Removes one complete request from the buffer; false while it is incomplete.
bool takeRequest(std::string& buffer, Received& request) {
    const std::size_t end = buffer.find("\r\n\r\n");
    if (end == std::string::npos) {
        return false;
    }
    const std::string head = buffer.substr(0, end);
    request.headers.clear();
    std::size_t length = 0;
    bool first = true;
    for (const std::string_view raw : split(head, '\n')) {
        const std::string_view line = trim(raw);
        if (first) {
            request.method = std::string(split(line, ' ').at(0));
            request.path = std::string(split(line, ' ').at(1));
            first = false;
            continue;
        }
        const std::size_t colon = line.find(':');
        const std::string name = lowerAscii(line.substr(0, colon));
        request.headers[name] = std::string(trim(line.substr(colon + 1)));
        if (name == "content-length") {
            length = static_cast<std::size_t>(parseInt64(request.headers[name]).value_or(0));
        }
    }
    if (buffer.size() < end + 4 + length) {
        return false;
    }
    request.body = buffer.substr(end + 4, length);
    buffer.erase(0, end + 4 + length);
    return true;
}

} // namespace

std::string Received::header(const std::string& name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? std::string() : found->second;
}

Reaction Reaction::status(int code, const std::string& headers, const std::string& body) {
    Reaction reaction;
    reaction.text = "HTTP/1.1 " + std::to_string(code) + " X\r\n" + headers +
                    "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
    return reaction;
}

Reaction Reaction::silence() {
    Reaction reaction;
    reaction.text.clear();
    return reaction;
}

std::function<Reaction(const Received&)> Gate::at(std::set<std::string> paths) const {
    const auto arrived = std::make_shared<std::size_t>(0);
    return [arrived, open = open_, paths = std::move(paths)](const Received& request) {
        Reaction reaction;
        if (paths.count(request.path) > 0) {
            reaction.held = [open, number = ++*arrived] { return number > *open; };
        }
        return reaction;
    };
}

HttpsReceiver::HttpsReceiver(const std::filesystem::path& folder)
    : certificate_(folder / "receiver.pem"), context_(SSL_CTX_new(TLS_server_method()), &SSL_CTX_free) {
    std::filesystem::create_directories(folder);
    const Key key(EVP_EC_gen("P-256"), &EVP_PKEY_free);
    const Certificate certificate = makeCertificate(key.get());
    SSL_CTX_use_certificate(context_.get(), certificate.get());
    SSL_CTX_use_PrivateKey(context_.get(), key.get());
    // Requests a client certificate and accepts any.
    SSL_CTX_set_verify(context_.get(), SSL_VERIFY_PEER, [](int, X509_STORE_CTX*) { return 1; });
    const std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen(certificate_.c_str(), "w"), &std::fclose);
    PEM_write_X509(file.get(), certificate.get());
    listener_ = listenOnFreePort(port_);
    acceptor_ = std::thread([this] { accept(); });
}

void writeCertificate(const std::filesystem::path& certificate, const std::filesystem::path& key) {
    const Key made(EVP_EC_gen("P-256"), &EVP_PKEY_free);
    const Certificate signedOne = makeCertificate(made.get());
    const std::unique_ptr<FILE, int (*)(FILE*)> out(std::fopen(certificate.c_str(), "w"), &std::fclose);
    PEM_write_X509(out.get(), signedOne.get());
    const std::unique_ptr<FILE, int (*)(FILE*)> keyOut(std::fopen(key.c_str(), "w"), &std::fclose);
    PEM_write_PrivateKey(keyOut.get(), made.get(), nullptr, nullptr, 0, nullptr, nullptr);
}

HttpsReceiver::~HttpsReceiver() {
    stopping_ = true;
    acceptor_.join();
    for (std::thread& thread : threads_) {
        thread.join();
    }
    ::close(listener_);
}

std::string HttpsReceiver::url(const std::string& path) const {
    return "https://" + hostAndPort() + path;
}

void HttpsReceiver::react(std::function<Reaction(const Received&)> reaction) {
    const std::lock_guard lock(mutex_);
    reaction_ = std::move(reaction);
}

std::vector<Received> HttpsReceiver::received(const std::string& path) const {
    const std::lock_guard lock(mutex_);
    return cameTo(path);
}

std::vector<Received> HttpsReceiver::cameTo(const std::string& path) const {
    std::vector<Received> found;
    for (const Received& request : received_) {
        if (request.path == path) {
            found.push_back(request);
        }
    }
    return found;
}

std::vector<Received> HttpsReceiver::waitFor(const std::string& path, std::size_t count,
                                             std::chrono::milliseconds limit) const {
    std::unique_lock lock(mutex_);
    came_.wait_for(lock, limit, [&] {
        return std::ranges::count(received_, path, &Received::path) >= static_cast<std::ptrdiff_t>(count);
    });
    return cameTo(path);
}

void HttpsReceiver::accept() {
    int number = 0;
    while (!stopping_) {
        pollfd entry{listener_, POLLIN, 0};
        if (::poll(&entry, 1, 50) <= 0) {
            continue;
        }
        const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
        if (socket >= 0) {
            threads_.emplace_back([this, socket, id = ++number] { serve(socket, id); });
        }
    }
}

void HttpsReceiver::serve(int socket, int number) {
    const timeval brief{0, 100'000};
    ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &brief, sizeof brief);
    const std::unique_ptr<SSL, decltype(&SSL_free)> ssl(SSL_new(context_.get()), &SSL_free);
    SSL_set_fd(ssl.get(), socket);
    bool open = true;
    for (int done = 0; !stopping_ && done != 1 && open;) {
        done = SSL_accept(ssl.get());
        open = done == 1 || SSL_get_error(ssl.get(), done) == SSL_ERROR_WANT_READ;
    }
    std::string buffer;
    std::array<char, 4096> taken{};
    while (!stopping_ && open) {
        const int count = SSL_read(ssl.get(), taken.data(), static_cast<int>(taken.size()));
        if (count <= 0) {
            open = SSL_get_error(ssl.get(), count) == SSL_ERROR_WANT_READ;
            continue;
        }
        buffer.append(taken.data(), static_cast<std::size_t>(count));
        Received request;
        request.connection = number;
        request.client = clientOf(ssl.get());
        while (takeRequest(buffer, request)) {
            Reaction reaction;
            {
                const std::lock_guard lock(mutex_);
                received_.push_back(request);
                reaction = reaction_ ? reaction_(request) : Reaction();
            }
            came_.notify_all();
            const auto until = std::chrono::steady_clock::now() + reaction.delay;
            while (!stopping_ &&
                   (std::chrono::steady_clock::now() < until || (reaction.held && reaction.held()))) {
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
            }
            const std::size_t piece =
                reaction.each.count() > 0 ? 1 : std::max<std::size_t>(reaction.text.size(), 1);
            for (std::size_t at = 0; at < reaction.text.size() && open && !stopping_; at += piece) {
                open = SSL_write(ssl.get(), reaction.text.data() + at, static_cast<int>(piece)) > 0;
                std::this_thread::sleep_for(reaction.each);
            }
            open = open && !reaction.ends;
        }
    }
    ::close(socket);
}

bool isSignedWith(const Received& request, const std::string& secret) {
    const std::string header = request.header("svc-signature");
    const std::size_t comma = header.find(",v1=");
    if (header.rfind("t=", 0) != 0 || comma == std::string::npos) {
        return false;
    }
    const std::string text = header.substr(2, comma - 2) + '.' + request.body;
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
         reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data(), &size);
    const std::string own = ",v1=" + hexEncode({reinterpret_cast<const char*>(digest.data()), size});
    return (header + ',').find(own + ',') != std::string::npos;
}

} // namespace svc::test
