#pragma once

#include "host/http/front/address_set.hpp"
#include "host/http/front/answerer.hpp"
#include "host/log/metrics.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace svc::host::http {

/// Limits on the resources that clients may take.
struct FrontLimits {
    std::size_t threads = 64;        ///< requests answered concurrently
    std::size_t queue = 1024;        ///< requests that wait for a thread
    unsigned companyPercent = 75;    ///< percent of threads and queue that one company may occupy
    std::size_t connections = 10000; ///< of all clients
    std::size_t perAddress = 0;      ///< from one address; 0: 512, and unlimited from this machine
    std::size_t bodyMemory = 128UL * 1024 * 1024; ///< bytes of bodies, of all requests together
    std::chrono::milliseconds patience{1000};     ///< longest wait in the queue
    std::chrono::milliseconds handshake{10'000};  ///< of TLS
    std::chrono::milliseconds head{10'000};       ///< from the first byte of a request to the end of its head
    std::chrono::milliseconds transfer{30'000};   ///< without progress of a body or an answer
    std::chrono::milliseconds keepAlive{60'000};  ///< between two requests
};

/// Tries to bind the address and port, and gives them back. The errno of the failure; 0 when it works.
int bindFailure(const std::string& address, std::uint16_t port);

/// The network front end. One event-loop thread owns all connections: it reads complete requests and checks
/// their heads; a bounded number of worker threads answers them. So a slow or silent client costs only its
/// memory.
class Front {
public:
    struct Options {
        std::string address;
        std::uint16_t port = 0;
        FrontLimits limits;
        std::vector<std::string> trustedProxies; ///< exempt from the limit per address
        std::string certificate;                 ///< PEM file; empty: no TLS
        std::string key;                         ///< PEM file
    };
    /// Binds the socket; throws std::runtime_error that names the address, or the certificate, when that
    /// fails.
    Front(Options options, Answerer& answerer);
    ~Front();
    Front(const Front&) = delete;
    Front& operator=(const Front&) = delete;

    void start();
    std::uint16_t port() const;
    /// Requests a reload of the certificate. Changes of its files are also noticed without that.
    void reloadCertificate();
    /// Stops accepting connections, closes the idle ones, lets started requests be answered, and returns when
    /// that is done or the time is over.
    void drain(std::chrono::milliseconds limit);
    /// Closes everything and joins the threads.
    void close();
    void expose(log::Exposition& out) const;

private:
    class Loop;
    std::unique_ptr<Loop> loop_;
};

} // namespace svc::host::http
