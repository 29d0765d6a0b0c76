#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "support/http_client.hpp"

namespace svc::test {

/// A connection to 127.0.0.1 that sends and receives raw bytes.
class RawConnection {
public:
    /// `from`: another local source address (127.0.0.2); empty: any. `receiveBuffer`: size of the kernel's
    /// receive buffer in bytes; 0: the default.
    explicit RawConnection(std::uint16_t port, const std::string& from = {}, int receiveBuffer = 0);
    ~RawConnection();
    RawConnection(RawConnection&& other) noexcept : handle_(other.handle_), text_(std::move(other.text_)) {
        other.handle_ = -1;
    }
    RawConnection(const RawConnection&) = delete;
    RawConnection& operator=(const RawConnection&) = delete;

    /// Not a failure when the service answers and closes before it has read everything.
    void send(const std::string& bytes) const;
    /// The next answer; status 0 when it has no status line. `head`: the request was HEAD, so no body
    /// follows.
    Answer receive(bool head = false);
    /// Does the service close the connection within the time? Remaining data are ignored.
    bool endsWithin(std::chrono::milliseconds limit);
    /// Closes the sending direction; answers can still be read.
    void endSending() const;
    /// Received bytes that belong to no answer read so far.
    const std::string& rest() const { return text_; }

private:
    bool readMore();

    int handle_;
    std::string text_;
};

/// Removes the next answer from `text`. `readMore` appends to it and returns false at the end. An answer
/// without a status line has status 0.
Answer readAnswer(std::string& text, bool head, const std::function<bool(std::string&)>& readMore);

/// Sends raw bytes, for requests that no client library would send, and reads one answer. An answer without a
/// status line has status 0.
Answer sendRaw(std::uint16_t port, const std::string& bytes);

} // namespace svc::test
