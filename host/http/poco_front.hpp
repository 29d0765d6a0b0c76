#pragma once

#include "host/http/answer.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace svc::host::http {

/// Sockets, threads and the parsing of requests. Poco is in this file's twin and nowhere else.
class PocoFront {
public:
    struct Options {
        std::string address;
        std::uint16_t port = 0;
        int threads = 256;
        std::size_t stackBytes = 512 * 1024;
        std::chrono::seconds keepAlive{15};
        std::chrono::seconds timeout{10}; ///< for the next bytes of a request
    };
    /// Binds at once; throws std::runtime_error that names the address when it cannot. `handle` must not
    /// throw.
    PocoFront(Options options, std::function<Answer(RawRequest&)> handle);
    ~PocoFront();
    PocoFront(const PocoFront&) = delete;
    PocoFront& operator=(const PocoFront&) = delete;

    void start();
    std::uint16_t port() const;
    /// From now on no connection is accepted, and every answer closes its own.
    void stopAccepting();
    /// Closes what is open and joins the threads.
    void close();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace svc::host::http
