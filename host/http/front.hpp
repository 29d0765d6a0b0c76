#pragma once

#include "host/http/address_set.hpp"
#include "host/http/answerer.hpp"
#include "host/log/metrics.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace svc::host::http {

/// Everything that limits what clients may take.
struct FrontLimits {
    std::size_t threads = 64;        ///< requests answered at the same time
    std::size_t queue = 1024;        ///< requests that wait for one of them
    unsigned companyPercent = 75;    ///< of both, that one company may occupy
    std::size_t connections = 10000; ///< of all clients
    std::size_t perAddress = 0;      ///< of one address; 0: 512, and any number from this machine
    std::size_t bodyMemory = 128UL * 1024 * 1024; ///< bytes of bodies, of all requests together
    std::chrono::milliseconds patience{1000};     ///< in the queue
    std::chrono::milliseconds handshake{10'000};  ///< of TLS
    std::chrono::milliseconds head{10'000};       ///< from the first byte of a request to the end of its head
    std::chrono::milliseconds transfer{30'000};   ///< a body or an answer stands still
    std::chrono::milliseconds keepAlive{60'000};  ///< between two requests
};

/// The sockets. One thread owns all connections: it reads whole requests and judges their heads; a bounded
/// number of threads answers them. So a client that is slow or silent costs its memory and nothing else.
class Front {
public:
    struct Options {
        std::string address;
        std::uint16_t port = 0;
        FrontLimits limits;
        std::vector<std::string> trustedProxies; ///< not counted by address
        std::string certificate;                 ///< PEM file; empty: no TLS
        std::string key;                         ///< the same
    };
    /// Binds at once; throws std::runtime_error that names the address, or the certificate, when it cannot.
    Front(Options options, Answerer& answerer);
    ~Front();
    Front(const Front&) = delete;
    Front& operator=(const Front&) = delete;

    void start();
    std::uint16_t port() const;
    /// Reads the certificate again, soon. Without being asked, when its files have changed.
    void reloadCertificate();
    /// Accepts no connection any more, ends the idle ones, lets the requests that have begun be answered, and
    /// returns when that is done or the time is over.
    void drain(std::chrono::milliseconds limit);
    /// Closes everything and joins the threads.
    void close();
    void expose(log::Exposition& out) const;

private:
    class Loop;
    std::unique_ptr<Loop> loop_;
};

} // namespace svc::host::http
