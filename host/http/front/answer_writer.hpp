#pragma once

#include "host/http/front/answer.hpp"
#include "host/http/front/stream.hpp"

#include <chrono>
#include <string>
#include <string_view>

namespace svc::host::http {

/// An answer being sent: status line, headers and body, and how much of them is written.
class AnswerWriter {
public:
    struct Manner {
        bool withoutBody = false; ///< for HEAD
        bool keepAlive = true;
        bool oldVersion = false; ///< HTTP/1.0, where keep-alive must be stated
    };
    AnswerWriter() = default;
    AnswerWriter(Answer answer, Manner manner);

    /// Writes as much as the stream takes; a long answer part by part, so that other connections have their
    /// turn. Returns Done when everything is written.
    Stream::State flush(Stream& stream);
    bool empty() const noexcept { return head_.empty() && written_ == 0; }
    std::uint64_t written() const noexcept { return written_; }

private:
    /// The next piece of the spooled body; false: it cannot be read.
    bool refill();

    std::string head_;
    std::string body_; ///< of a spooled body the part being sent
    std::shared_ptr<SpoolFile> spool_;
    std::shared_ptr<void> place_; ///< Answer::place
    std::uint64_t spoolSent_ = 0; ///< bytes of the spool loaded into body_ so far
    std::size_t sent_ = 0;        ///< bytes of head_ and body_ written
    std::uint64_t written_ = 0;   ///< bytes written in all
};

} // namespace svc::host::http
