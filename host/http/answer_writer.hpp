#pragma once

#include "host/http/answer.hpp"
#include "host/http/stream.hpp"

#include <chrono>
#include <string>
#include <string_view>

namespace svc::host::http {

/// An answer on its way out: status line, headers and body, and how much of them is gone.
class AnswerWriter {
public:
    struct Manner {
        bool withoutBody = false; ///< of HEAD
        bool keepAlive = true;
        bool oldVersion = false; ///< HTTP/1.0, where keeping the connection must be said
    };
    AnswerWriter() = default;
    AnswerWriter(Answer answer, Manner manner);

    /// Writes what the stream takes, of a long answer a part at a time, so that others have their turn. Done:
    /// everything is written.
    Stream::State flush(Stream& stream);
    bool empty() const noexcept { return head_.empty() && written_ == 0; }
    std::uint64_t written() const noexcept { return written_; }

private:
    /// The next piece of the spooled body; false: it cannot be read.
    bool refill();

    std::string head_;
    std::string body_; ///< of a spooled body the piece that is being sent
    std::shared_ptr<SpoolFile> spool_;
    std::shared_ptr<void> place_; ///< Answer::place
    std::uint64_t spoolSent_ = 0; ///< bytes of the spool that are in body_ or were
    std::size_t sent_ = 0;        ///< bytes of head_ and body_ that are gone
    std::uint64_t written_ = 0;   ///< bytes of everything
};

} // namespace svc::host::http
