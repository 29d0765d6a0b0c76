#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "support/http_client.hpp"

namespace svc::test {

/// A connection to 127.0.0.1 that says and hears bytes as they are.
class RawConnection {
public:
    /// `from`: another address of this machine (127.0.0.2) to come from; empty: any. `receiveBuffer`: bytes
    /// that the kernel keeps for a reader who does not read; 0: as it likes.
    explicit RawConnection(std::uint16_t port, const std::string& from = {}, int receiveBuffer = 0);
    ~RawConnection();
    RawConnection(RawConnection&& other) noexcept : handle_(other.handle_), text_(std::move(other.text_)) {
        other.handle_ = -1;
    }
    RawConnection(const RawConnection&) = delete;
    RawConnection& operator=(const RawConnection&) = delete;

    /// The service may answer and close before it has read all: that is no failure here.
    void send(const std::string& bytes) const;
    /// The next answer; without status line, its status is 0. `head`: to HEAD, so that no body follows.
    Answer receive(bool head = false);
    /// Whether the service ends the connection within the time, after whatever it still sends.
    bool endsWithin(std::chrono::milliseconds limit);
    /// Nothing follows, but answers are still read.
    void endSending() const;
    /// What came and belongs to no answer read so far.
    const std::string& rest() const { return text_; }

private:
    bool readMore();

    int handle_;
    std::string text_;
};

/// Cuts the next answer off `text`; `readMore` appends to it, and says whether there was more. An answer
/// without status line has status 0.
Answer readAnswer(std::string& text, bool head, const std::function<bool(std::string&)>& readMore);

/// Sends bytes as they are, for requests that no client library would send, and reads one answer. An answer
/// without status line has status 0.
Answer sendRaw(std::uint16_t port, const std::string& bytes);

} // namespace svc::test
