#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace svc::host::webhooks {

/// Most bytes that are read of an answer, head and body together.
inline constexpr std::size_t MostRead = 16 * 1024;
/// Most characters of a body that are kept.
inline constexpr std::size_t MostKept = 1024;

/// Reads the answer of a receiver as it comes, in bounded memory. It trusts nothing: whatever it does not
/// understand ends the connection, never the reading of the status.
class AnswerReader {
public:
    /// Takes more bytes; true when the answer is complete or no more of it is wanted.
    bool take(std::string_view bytes);
    /// No more bytes come.
    void end() { ended_ = true; }

    /// The status, known before the rest of the answer; interim answers (1xx) are passed over.
    std::optional<int> status() const { return status_; }
    /// Everything was read and the peer lets the connection live.
    bool reusable() const { return complete_ && keepAlive_ && !ended_; }
    /// The first 1 KiB of the body as UTF-8 without control characters.
    std::string excerpt() const;

private:
    bool readStatus();
    bool readHead();
    bool readBody();
    bool readChunks();

    std::string buffer_;
    std::size_t total_ = 0;
    std::optional<int> status_;
    bool headRead_ = false;
    bool chunked_ = false;
    bool keepAlive_ = false;
    bool complete_ = false;
    bool ended_ = false;
    std::optional<std::size_t> length_;
    std::string body_;
};

} // namespace svc::host::webhooks
