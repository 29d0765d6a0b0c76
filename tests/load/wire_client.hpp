#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace svc::load {

/// A kept-alive HTTP/1.1 connection with minimal overhead, so that the benchmark measures the service and not
/// the client. Supports only answers with Content-Length.
class WireClient {
public:
    explicit WireClient(std::uint16_t port);
    ~WireClient();
    WireClient(const WireClient&) = delete;
    WireClient& operator=(const WireClient&) = delete;

    /// Sends a whole request and reads its answer; returns the status. Throws std::runtime_error when the
    /// connection ends.
    /// ends.
    int exchange(std::string_view request);
    /// The body of the last answer.
    std::string_view body() const { return std::string_view(buffer_).substr(bodyStart_, bodySize_); }

private:
    int socket_ = -1;
    std::string buffer_;
    std::size_t bodyStart_ = 0;
    std::size_t bodySize_ = 0;
};

/// The bytes of an HTTP request.
std::string makeRequest(std::string_view method, std::string_view path, std::string_view key,
                        std::string_view body = {}, std::string_view idempotencyKey = {});

} // namespace svc::load
