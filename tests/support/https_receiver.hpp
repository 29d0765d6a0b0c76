#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <svc/json.hpp>

struct ssl_ctx_st;

namespace svc::test {

/// A request that the receiver got.
struct Received {
    std::string method;
    std::string path;
    std::map<std::string, std::string> headers; ///< names in lower case
    std::string body;
    int connection = 0; ///< number of the connection it came on
    std::string client; ///< subject of the client's certificate: /CN=…; empty: none was sent
    Json json() const { return Json::parse(body); }
    std::string header(const std::string& name) const;
};

/// The reaction to a request. `text` is sent unchanged; an empty text sends no answer until the receiver
/// ends.
struct Reaction {
    std::string text = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    std::chrono::milliseconds delay{0};
    std::chrono::milliseconds each{0}; ///< pause between two bytes, when not zero
    bool ends = false;                 ///< closes the connection after the text
    std::function<bool()> held{};      ///< when set, delays the answer while it returns true

    static Reaction status(int code, const std::string& headers = {}, const std::string& body = {});
    static Reaction silence();
};

/// Answers the first requests at once and holds the others until letThrough(), so that a test can keep
/// deliveries in flight. Its destructor lets all of them through.
class Gate {
public:
    explicit Gate(std::size_t open) : open_(std::make_shared<std::atomic<std::size_t>>(open)) {}
    ~Gate() { letThrough(SIZE_MAX); }
    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;

    /// Sets how many requests are let through in total.
    void letThrough(std::size_t requests) { *open_ = requests; }
    /// The function for HttpsReceiver::react. Requests to other paths are answered at once.
    std::function<Reaction(const Received&)> at(std::set<std::string> paths) const;

private:
    std::shared_ptr<std::atomic<std::size_t>> open_;
};

/// An HTTPS server on a free port of 127.0.0.1, with its own certificate.
class HttpsReceiver {
public:
    /// `folder`: the certificate is written here, for webhooks.caFile.
    explicit HttpsReceiver(const std::filesystem::path& folder);
    ~HttpsReceiver();
    HttpsReceiver(const HttpsReceiver&) = delete;
    HttpsReceiver& operator=(const HttpsReceiver&) = delete;

    std::uint16_t port() const { return port_; }
    const std::filesystem::path& certificate() const { return certificate_; }
    std::string url(const std::string& path) const;
    std::string hostAndPort() const { return "127.0.0.1:" + std::to_string(port_); }

    /// Sets the function that answers from now on; the default answers 200.
    void react(std::function<Reaction(const Received&)> reaction);
    /// All requests to a path so far.
    std::vector<Received> received(const std::string& path) const;
    /// Waits until this many requests came to the path, at most `limit`.
    std::vector<Received> waitFor(const std::string& path, std::size_t count,
                                  std::chrono::milliseconds limit = std::chrono::seconds(20)) const;

private:
    /// The caller holds the lock.
    std::vector<Received> cameTo(const std::string& path) const;
    void accept();
    void serve(int socket, int number);

    std::filesystem::path certificate_;
    std::shared_ptr<ssl_ctx_st> context_;
    int listener_ = -1;
    std::uint16_t port_ = 0;
    std::atomic<bool> stopping_{false};
    mutable std::mutex mutex_;
    mutable std::condition_variable came_;
    std::function<Reaction(const Received&)> reaction_;
    std::vector<Received> received_;
    std::vector<std::thread> threads_;
    std::thread acceptor_;
};

/// Writes a self-signed certificate for 127.0.0.1 and its key as PEM files.
void writeCertificate(const std::filesystem::path& certificate, const std::filesystem::path& key);

/// Is the Svc-Signature of the request valid for its body and this secret?
bool isSignedWith(const Received& request, const std::string& secret);

} // namespace svc::test
